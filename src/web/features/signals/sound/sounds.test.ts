import { expect, test } from 'vitest'
import { soundDuration, SOUNDS, TONES } from './sounds.ts'

test.each(SOUNDS)('G3 the %s is short and never clips', (sound) => {
  expect(soundDuration(sound)).toBeLessThan(2.5)
  const tones = TONES[sound]
  for (const { startsAt } of tones) {
    const together = tones.filter((tone) => tone.startsAt <= startsAt && startsAt < tone.startsAt + tone.lasts)
    expect(together.reduce((sum, { loudness }) => sum + loudness, 0)).toBeLessThanOrEqual(1)
  }
  for (const { attack, lasts } of tones) expect(attack).toBeLessThan(lasts)
})
