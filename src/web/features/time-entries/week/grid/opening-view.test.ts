import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import type { GridDay } from './day-segments.ts'
import { openingPosition } from './opening-position.ts'
import { createWallClockScale } from './wall-clock-scale.ts'

const days = [0, 1].map((day): GridDay => {
  const times = { from: day * DAY_MS, to: (day + 1) * DAY_MS }
  return { date: `1970-01-0${day + 1}`, ...times, scale: createWallClockScale(times, 'UTC') }
})
const LATER = 10 * 24
const item = (start: number) => ({ start: start * HOUR_MS, end: (start + 1) * HOUR_MS })

// prettier-ignore
test.each<[what: string, now: number, starts: number[], from: number]>([
  ['an empty week',                    LATER,     [],           7.5],
  ['entries of the usual day',         LATER,     [9, 24 + 10], 7.5],
  ['now on a usual day',               24 + 10,   [24 + 9],     7.5],
  ['now in the evening, at 70 %',      24 + 21.3, [24 + 9],     21.3 - 4.2],
  ['now at night',                     1,         [],           0],
  ['an early first entry',             LATER,     [5, 24 + 10], 4.5],
  ['only late entries',                LATER,     [20, 24 + 21], 19.5],
  ['entries of other weeks only',      LATER,     [-20],        7.5],
])('N11 the week opens with %s in view', (_what, now, starts, from) => {
  const position = openingPosition({ days, items: starts.map(item), now: now * HOUR_MS, view: 6 / 24 })
  expect(24 * position).toBeCloseTo(from, 3)
})
