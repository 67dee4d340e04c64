import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import {
  compareEstimate,
  countOverEstimates,
  type Estimate,
  ESTIMATE_UNITS,
  MAX_ESTIMATE,
  type Work,
} from './estimate.ts'

// prettier-ignore
test.each<[what: string, estimate: Estimate, work: Work, expected: object]>([
  ['nothing done',           { unit: 'sessions', amount: 4 },  { milliseconds: 0, sessions: 0 },           { unit: 'sessions', estimated: 4, done: 0, difference: -4 }],
  ['sessions left',          { unit: 'sessions', amount: 4 },  { milliseconds: 2 * HOUR_MS, sessions: 3 }, { unit: 'sessions', estimated: 4, done: 3, difference: -1 }],
  ['as many as estimated',   { unit: 'sessions', amount: 4 },  { milliseconds: 0, sessions: 4 },           { unit: 'sessions', estimated: 4, done: 4, difference: 0 }],
  ['more sessions',          { unit: 'sessions', amount: 4 },  { milliseconds: 0, sessions: 6 },           { unit: 'sessions', estimated: 4, done: 6, difference: 2 }],
  ['time without sessions',  { unit: 'sessions', amount: 4 },  { milliseconds: 9 * HOUR_MS, sessions: 0 }, { unit: 'sessions', estimated: 4, done: 0, difference: -4 }],
  ['half of the time',       { unit: 'minutes', amount: 120 }, { milliseconds: HOUR_MS, sessions: 2 },     { unit: 'milliseconds', estimated: 2 * HOUR_MS, done: HOUR_MS, difference: -HOUR_MS }],
  ['a millisecond too much', { unit: 'minutes', amount: 1 },   { milliseconds: MINUTE_MS + 1, sessions: 0 }, { unit: 'milliseconds', estimated: MINUTE_MS, done: MINUTE_MS + 1, difference: 1 }],
])('an estimate is compared with %s', (_what, estimate, work, expected) => {
  expect(compareEstimate(estimate, work)).toEqual(expected)
})

const estimates = fc.record({
  unit: fc.constantFrom(...ESTIMATE_UNITS),
  amount: fc.integer({ min: 1, max: MAX_ESTIMATE }),
})
const works = fc.record({ milliseconds: fc.nat(MAX_ESTIMATE * 2 * MINUTE_MS), sessions: fc.nat(1_000) })

test('every task is over its estimate or within it, and more work never brings one back within', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(estimates, works)), works, (tasks, more) => {
      const before = tasks.map(([estimate, work]) => compareEstimate(estimate, work))
      const after = tasks.map(([estimate, work]) =>
        compareEstimate(estimate, {
          milliseconds: work.milliseconds + more.milliseconds,
          sessions: work.sessions + more.sessions,
        }),
      )
      const { over, within } = countOverEstimates(before)
      expect(over + within).toBe(tasks.length)
      expect(countOverEstimates(after).over).toBeGreaterThanOrEqual(over)
      for (const { estimated, done, difference } of before) expect(estimated + difference).toBe(done)
    }),
  )
})
