import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { hasJustStarted } from './notification-prompt.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 1_500_000, runningSince: 0 }

// prettier-ignore
test.each<[string, Partial<TimerState>, number, boolean]>([
  ['right after a start',       {},                                    2_000,  true],
  ['later',                     {},                                    10_000, false],
  ['in the second phase',       { phase: 1 },                          2_000,  false],
  ['while idle',                { status: 'idle' },                    2_000,  false],
  ['of a stopwatch',            { phaseMs: null, isInfinite: true },   2_000,  false],
])('G2 %s notifications are offered: %s', (_when, view, now, isInPlace) => {
  expect(hasJustStarted({ ...WORK, ...view }, now)).toBe(isInPlace)
})
