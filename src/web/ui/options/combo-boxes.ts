/** One chunk for both, loaded when one of them is first focused. */
export { ComboBox } from './ComboBox.tsx'
export { TagField } from './TagField.tsx'
