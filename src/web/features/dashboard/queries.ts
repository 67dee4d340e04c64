export { PlayPresetButton, PlayWorkButton } from './play/PlayButton.tsx'
