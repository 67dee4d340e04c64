import type { SoundChoice } from './sounds.ts'

/** Plays a sound. The player is loaded at the first preview. */
export function previewSound(sound: SoundChoice, volume: number) {
  // If the player cannot be loaded, the setting is saved all the same.
  import('./player.ts').then(({ playSound }) => playSound(sound, volume)).catch(() => undefined)
}
