export { PlayPresetButton, PlayWorkButton } from './play/PlayButton.tsx'
export { switchTo } from './play/switch-to.ts'
