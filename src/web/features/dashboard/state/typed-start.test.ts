import { expect, test } from 'vitest'
import { findEarlierWork, resolveStart, toClockText } from './typed-start.ts'

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()

// prettier-ignore
test.each([
  ['a while ago',              '09:05', at(18, 9, 40), at(18, 9, 5)],
  ['this very minute',         '09:40', at(18, 9, 40), at(18, 9, 40)],
  ['before midnight',          '23:50', at(18, 0, 10), at(17, 23, 50)],
  ['later than now',           '09:41', at(18, 9, 40), at(17, 9, 41)],
])('D20 a typed start is the last moment with that time of day: %s', (_what, clock, now, expected) => {
  expect(resolveStart(clock, now)).toBe(expected)
  expect(toClockText(expected)).toBe(clock)
})

const entry = (start: number, end: number | null) => ({
  project: 'atlas',
  startTime: new Date(start).toISOString(),
  endTime: end === null ? null : new Date(end).toISOString(),
})

// prettier-ignore
test.each([
  ['nothing was tracked',          [],                                                                        undefined],
  ['the latest end counts',        [entry(at(18, 9, 0), at(18, 9, 10)), entry(at(18, 8, 0), at(18, 9, 20))], at(18, 9, 20)],
  ['an entry that is not over',    [entry(at(18, 9, 0), at(18, 9, 50))],                                     at(18, 9, 30)],
  ['an entry that began later',    [entry(at(18, 9, 31), at(18, 9, 40))],                                    undefined],
  ['the entry of the run itself',  [entry(at(18, 9, 30), null)],                                             undefined],
])('D20 a corrected start takes no time from other entries: %s', (_what, entries, end) => {
  expect(findEarlierWork(entries, at(18, 9, 30))?.end).toBe(end)
})
