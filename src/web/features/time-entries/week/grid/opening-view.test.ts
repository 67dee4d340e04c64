import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { DAY_REM, type GridDay, MIN_DAY_REM } from './day-segments.ts'
import { openingView } from './opening-view.ts'
import { createWallClockScale } from './wall-clock-scale.ts'

const days = [0, 1].map((day): GridDay => {
  const times = { from: day * DAY_MS, to: (day + 1) * DAY_MS }
  return { date: `1970-01-0${day + 1}`, ...times, scale: createWallClockScale(times, 'UTC') }
})
const LATER = 10 * 24
const item = (start: number) => ({ start: start * HOUR_MS, end: (start + 1) * HOUR_MS })

/** Eight hours at the usual height, about 13 at the lowest. */
const VIEW_REM = DAY_REM / 3
const LOWEST = (24 * VIEW_REM) / MIN_DAY_REM

// prettier-ignore
test.each<[what: string, now: number, starts: number[], from: number, hours: number]>([
  ['an empty week',                            LATER,     [],            7.5,                8],
  ['entries of the usual day',                 LATER,     [9, 24 + 10],  7.5,                8],
  ['now on a usual day',                       24 + 10,   [24 + 9],      7.5,                8],
  ['the morning and now, in the evening',      24 + 19,   [9, 24 + 10],  8.5,                11],
  ['now, late after an early morning',         24 + 23,   [24 + 5],      23.5 - LOWEST,      LOWEST],
  ['now at night',                             1,         [],            0.5,                8],
  ['now in the evening, with nothing tracked', 24 + 21,   [],            20.5,               8],
  ['an early first entry',                     LATER,     [5, 24 + 10],  4.5,                8],
  ['an early and a late entry',                LATER,     [6, 24 + 15],  5.5,                11],
  ['the first entry, if they are far apart',   LATER,     [1, 24 + 20],  0.5,                LOWEST],
  ['only late entries',                        LATER,     [20, 24 + 21], 19.5,               8],
  ['entries of other weeks only',              LATER,     [-20],         7.5,                8],
])('N11 the week opens with %s in view', (_what, now, starts, from, hours) => {
  const { dayRem, topMs } = openingView({ days, items: starts.map(item), now: now * HOUR_MS, viewRem: VIEW_REM })
  expect(topMs / HOUR_MS).toBeCloseTo(from, 3)
  expect((24 * VIEW_REM) / dayRem).toBeCloseTo(hours, 3)
})
