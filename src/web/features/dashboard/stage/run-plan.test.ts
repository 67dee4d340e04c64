import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { msLeftAfterPhase, runDurationMs, phaseIndexOf } from './run-plan.ts'

const config = (work: number, rest: number, repetitions: number) => ({
  workMs: work * MINUTE_MS,
  breakMs: rest * MINUTE_MS,
  repetitions,
})

// prettier-ignore
test.each([
  ['the first of four work phases',  'work',  1, config(25, 5, 4), 95, 0],
  ['its break',                      'break', 1, config(25, 5, 4), 90, 1],
  ['the last work',                  'work',  4, config(25, 5, 4), 5,  6],
  ['the last break',                 'break', 4, config(25, 5, 4), 0,  7],
  ['work without breaks',            'work',  2, config(50, 0, 3), 50, 2],
  ['a run with fewer repetitions',   'work',  4, config(25, 5, 2), 5,  6],
] as const)('D3 the time left after %s follows from the plan', (_what, mode, repetition, config, minutes, part) => {
  expect(msLeftAfterPhase({ mode, repetition, config })).toBe(minutes * MINUTE_MS)
  expect(phaseIndexOf({ mode, repetition })).toBe(part)
})

test('D3 a whole run includes all breaks', () => {
  expect(runDurationMs(config(25, 5, 4))).toBe(120 * MINUTE_MS)
})
