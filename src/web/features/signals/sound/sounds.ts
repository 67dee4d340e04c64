export const SOUNDS = ['bell', 'chime', 'wood', 'soft'] as const
export type Sound = (typeof SOUNDS)[number]
export type SoundChoice = Sound | 'none'

/** A tone that rises within `attack` and fades out until `lasts`. Times are in seconds, loudness is 0 to 1. */
export interface Tone {
  frequency: number
  startsAt: number
  attack: number
  lasts: number
  loudness: number
}

/** A bell has inharmonic overtones, of which the higher fade sooner. */
const BELL: Tone[] = [
  [1, 0.34, 2.4],
  [2, 0.2, 1.7],
  [2.76, 0.16, 1.1],
  [4.07, 0.1, 0.7],
  [5.4, 0.06, 0.4],
].map(([ratio = 1, loudness = 0, lasts = 0]) => ({
  frequency: 523.25 * ratio,
  startsAt: 0,
  attack: 0.004,
  lasts,
  loudness,
}))

/** Three rising notes: G, B, D. */
const CHIME: Tone[] = [784, 987.8, 1174.7].flatMap((frequency, index) => [
  { frequency, startsAt: index * 0.16, attack: 0.006, lasts: 1.1, loudness: 0.3 },
  { frequency: frequency * 3, startsAt: index * 0.16, attack: 0.004, lasts: 0.3, loudness: 0.04 },
])

/** Two knocks on a block, the second a little higher. */
const WOOD: Tone[] = [620, 740].flatMap((frequency, index) => [
  { frequency, startsAt: index * 0.22, attack: 0.002, lasts: 0.16, loudness: 0.6 },
  { frequency: frequency * 2.42, startsAt: index * 0.22, attack: 0.001, lasts: 0.06, loudness: 0.3 },
])

/** A fifth with a slow attack. */
const SOFT: Tone[] = [293.7, 440, 587.3].map((frequency, index) => ({
  frequency,
  startsAt: index * 0.12,
  attack: 0.35,
  lasts: 1.9,
  loudness: 0.24 - index * 0.04,
}))

export const TONES: Record<Sound, Tone[]> = { bell: BELL, chime: CHIME, wood: WOOD, soft: SOFT }

export const soundDuration = (sound: Sound) => Math.max(...TONES[sound].map(({ startsAt, lasts }) => startsAt + lasts))
