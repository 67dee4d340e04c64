import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageWorkedDay, streaksOf } from './worked-days.ts'

// prettier-ignore
const STREAKS: [what: string, days: number[], current: number, longest: number][] = [
  ['no days',                               [],                    0, 0],
  ['nothing',                               [0, 0, 0],             0, 0],
  ['only today',                            [0, 0, 1],             1, 1],
  ['only yesterday, today not yet',         [0, 1, 0],             1, 1],
  ['a streak up to today',              [1, 0, 5, 5, 5],       3, 3],
  ['a streak up to yesterday',          [1, 0, 5, 5, 0],       2, 2],
  ['a streak that ended the day before',       [1, 5, 5, 0, 0],       0, 3],
  ['a longer streak before',                   [1, 1, 1, 0, 1, 1],    2, 3],
  ['a longer streak before, and none now',     [1, 1, 1, 0, 1, 0, 0], 0, 3],
  ['every day',                             [1, 1, 1, 1],          4, 4],
]

test.each(STREAKS)('V3 %s', (_what, days, current, longest) => {
  expect(streaksOf(days)).toEqual({ current, longest })
})

// prettier-ignore
const WITH_REST: [what: string, days: number[], rest: number[], current: number, longest: number][] = [
  ['a rest day without work',                   [5, 5, 0, 5],    [2],       3, 3],
  ['a rest day with work, which counts',        [5, 5, 1, 5],    [2],       4, 4],
  ['two rest days before today without work',   [5, 5, 0, 0, 0], [2, 3],    2, 2],
  ['a day off after a rest day',                [5, 5, 0, 0, 5], [2],       1, 2],
  ['nothing but rest days',                     [0, 0, 0],       [0, 1, 2], 0, 0],
]

test.each(WITH_REST)('V3 %s', (_what, days, rest, current, longest) => {
  expect(streaksOf(days, (index) => rest.includes(index))).toEqual({ current, longest })
})

const anyDays = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000_000 })), { maxLength: 200 })

test('V3 work today adds one day to the current streak', () => {
  fc.assert(
    fc.property(anyDays, fc.integer({ min: 1 }), (before, today) => {
      const [idle, worked] = [streaksOf([...before, 0]), streaksOf([...before, today])]
      expect(worked.current).toBe(idle.current + 1)
      expect(worked.longest).toBe(Math.max(idle.longest, worked.current))
      expect(worked.longest).toBeLessThanOrEqual(before.filter((length) => length > 0).length + 1)
    }),
  )
})

// prettier-ignore
const AVERAGES: [what: string, days: number[], average: number | null][] = [
  ['no days',                     [],              null],
  ['no day with work',            [0, 0],          null],
  ['days without work',           [0, 60, 0, 120], 90],
  ['a fraction of a millisecond' , [1, 2],          2],
]

test.each(AVERAGES)('V4 the average of %s', (_what, days, average) => {
  expect(averageWorkedDay(days)).toBe(average)
})

test('V4 an average lies between the shortest and the longest day with work', () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      const worked = days.filter((length) => length > 0)
      const average = averageWorkedDay(days)
      expect(average === null).toBe(worked.length === 0)
      if (average === null) return
      expect(average).toBeGreaterThanOrEqual(Math.min(...worked))
      expect(average).toBeLessThanOrEqual(Math.max(...worked))
    }),
  )
})
