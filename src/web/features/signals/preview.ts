import type { SoundChoice } from './sounds.ts'

/** Lets a sound be heard. What plays it comes when it is first wanted. */
export function preview(sound: SoundChoice, volume: number) {
  // Without it the choice still counts.
  import('./player.ts').then(({ play }) => play(sound, volume)).catch(() => undefined)
}
