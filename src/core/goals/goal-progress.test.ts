import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Segment } from '#core/time/segments.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import {
  countMet,
  type Done,
  goalStreak,
  isMet,
  partDone,
  type Progress,
  forecastGoal,
  timeOfReaching,
} from './goal-progress.ts'
import type { Target } from './goals.ts'

const SIX_HOURS: Target = { minutes: 360, sessions: 0 }
const EIGHT_SESSIONS: Target = { minutes: 0, sessions: 8 }
const BOTH: Target = { minutes: 360, sessions: 8 }
const done = (hours: number, sessions = 0): Done => ({ milliseconds: hours * HOUR_MS, sessions })

// prettier-ignore
test.each<[target: Target, work: Done, isMet: boolean, part: number]>([
  [SIX_HOURS,      done(0),       false, 0],
  [SIX_HOURS,      done(3),       false, 0.5],
  [SIX_HOURS,      { ...done(6), milliseconds: 6 * HOUR_MS - 1 }, false, 1 - 1 / (6 * HOUR_MS)],
  [SIX_HOURS,      done(6),       true,  1],
  [SIX_HOURS,      done(9),       true,  1],
  [EIGHT_SESSIONS, done(9, 2),    false, 0.25],
  [EIGHT_SESSIONS, done(0, 8),    true,  1],
  [BOTH,           done(6, 6),    false, 1],
  [BOTH,           done(3, 8),    false, 0.5],
  [BOTH,           done(6, 8),    true,  1],
])('V23 a target is met when everything that it asks for is done: %j with %j', (target, work, met, part) => {
  expect(isMet(target, work)).toBe(met)
  expect(partDone(target, work)).toBe(part)
})

const DAYS: Record<string, Progress> = {
  m: { target: SIX_HOURS, ...done(6) },
  x: { target: SIX_HOURS, ...done(5.9) },
  /** A rest day, with and without work. */
  _: { target: null, ...done(0) },
  w: { target: null, ...done(9) },
}
const daysOf = (letters: string) => Array.from(letters, (letter) => DAYS[letter]!)

// prettier-ignore
test.each<[days: string, isLastOpen: boolean, counted: [met: number, of: number], streak: [current: number, longest: number]]>([
  ['',         true,  [0, 0], [0, 0]],
  ['mmmmx',    false, [4, 5], [0, 4]],
  ['mmmmx',    true,  [4, 4], [4, 4]],
  ['mmmmm',    true,  [5, 5], [5, 5]],
  ['mm__mm',   false, [4, 4], [4, 4]],
  ['mmwwmm',   true,  [4, 4], [4, 4]],
  ['mmmx_m',   true,  [4, 5], [1, 3]],
  ['mmmx__',   true,  [3, 4], [0, 3]],
  ['m_x',      true,  [1, 1], [1, 1]],
  ['_____',    true,  [0, 0], [0, 0]],
  ['x',        true,  [0, 0], [0, 0]],
  ['xmxmmxmmm_', true, [6, 9], [3, 3]],
])('V24 rest days do not break a row of met days, nor does a day that is not over: %s (open: %s)', (days, isLastOpen, [met, of], [current, longest]) => {
  expect(countMet(daysOf(days), isLastOpen)).toEqual({ met, of })
  expect(goalStreak(daysOf(days), isLastOpen)).toEqual({ current, longest })
})

test('V24 rest days anywhere change no count and no streak', () => {
  const aDay = fc.constantFrom('m', 'x')
  const law = fc.property(fc.array(fc.tuple(aDay, fc.nat(3))), fc.boolean(), (days, isLastOpen) => {
    const plain = daysOf(days.map(([day]) => day).join(''))
    // No rest day follows the last one, which may be open.
    const withRests = daysOf(days.map(([day, rests]) => '_'.repeat(rests) + day).join(''))
    expect(countMet(withRests, isLastOpen)).toEqual(countMet(plain, isLastOpen))
    expect(goalStreak(withRests, isLastOpen)).toEqual(goalStreak(plain, isLastOpen))
  })
  fc.assert(law)
})

test('V24 the current streak is at most the longest, which is at most the days that were met', () => {
  const law = fc.property(fc.array(fc.constantFrom('m', 'x', '_')), fc.boolean(), (letters, isLastOpen) => {
    const days = daysOf(letters.join(''))
    const { current, longest } = goalStreak(days, isLastOpen)
    const { met, of } = countMet(days, isLastOpen)
    expect(current).toBeLessThanOrEqual(longest)
    expect(longest).toBeLessThanOrEqual(met)
    expect(met).toBeLessThanOrEqual(of)
  })
  fc.assert(law)
})

// prettier-ignore
test.each<[minutes: number, at: number | undefined]>([
  [30,  30],
  [60,  60],
  [61,  121],
  [90,  150],
  [91,  undefined],
])('the moment at which work reaches %i minutes', (minutes, at) => {
  const segments: Segment[] = [[0, 60 * MINUTE_MS], [120 * MINUTE_MS, 150 * MINUTE_MS]]
  expect(timeOfReaching(segments, minutes * MINUTE_MS)).toBe(at === undefined ? undefined : at * MINUTE_MS)
})

const minutesToSegments = (times: [number, number][]) =>
  times.map((time): Segment => [time[0] * MINUTE_MS, time[1] * MINUTE_MS])

// Worked from 0 to 60 and 120 to 150 with two sessions; planned from 160 to 190 and 200 to 230.
// prettier-ignore
test.each<[string, target: [minutes: number, sessions: number], at: number | null, missing: [minutes: number, sessions: number]]>([
  ['time that is worked',                       [60, 0],  60,   [0, 0]],
  ['time that is planned',                      [100, 0], 170,  [0, 0]],
  ['all that is planned',                       [150, 0], 230,  [0, 0]],
  ['more time than is planned',                 [170, 0], null, [20, 0]],
  ['sessions that are done, some time ago',     [0, 2],   null, [0, 0]],
  ['a planned session',                         [0, 3],   190,  [0, 0]],
  ['more sessions than are planned',            [0, 6],   null, [0, 2]],
  ['time that comes after the sessions',        [130, 3], 210,  [0, 0]],
  ['sessions that come after the time',         [60, 4],  230,  [0, 0]],
  ['time that is planned, and sessions before', [100, 2], 170,  [0, 0]],
  ['time and sessions that are done',           [60, 1],  null, [0, 0]],
  ['too much of both',                          [200, 5], null, [50, 1]],
])('V32 when work meets a target of %s', (_what, [minutes, sessions], at, [missingMinutes, missingSessions]) => {
  const work = {
    worked: minutesToSegments([[0, 60], [120, 150]]), // prettier-ignore
    sessions: 2,
    planned: minutesToSegments([[160, 190], [200, 230]]), // prettier-ignore
  }
  expect(forecastGoal({ minutes, sessions }, work)).toEqual({
    metAt: at === null ? undefined : at * MINUTE_MS,
    missing: { milliseconds: missingMinutes * MINUTE_MS, sessions: missingSessions },
  })
})
