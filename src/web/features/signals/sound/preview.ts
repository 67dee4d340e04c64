import type { SoundChoice } from './sounds.ts'

/** Lets a sound be heard. What plays it comes when it is first wanted. */
export function previewSound(sound: SoundChoice, volume: number) {
  // Without it the choice still counts.
  import('./player.ts').then(({ playSound }) => playSound(sound, volume)).catch(() => undefined)
}
