import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { futurePartOf } from './future.ts'

// prettier-ignore
test.each<[what: string, start: number, end: number, part: ReturnType<typeof futurePartOf>]>([
  ['work that is over',            -60,  -10, undefined],
  ['work that ends now',           -45,    0, undefined],
  ['a clock that is seconds off',  -45,  0.9, undefined],
  ['work that ends later',         -45,    1, 'ends'],
  ['work that starts now',           0,   45, 'ends'],
  ['work that starts later',         1,   45, 'starts'],
])('N14 %s', (_what, start, end, part) => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  expect(futurePartOf([now + start * MINUTE_MS, now + end * MINUTE_MS], now)).toBe(part)
})
