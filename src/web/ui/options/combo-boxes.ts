/** Loaded together, when one of them is first wanted. */
export { ComboBox } from './ComboBox.tsx'
export { TagField } from './TagField.tsx'
