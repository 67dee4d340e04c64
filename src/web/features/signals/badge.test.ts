import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { toBadge } from './badge.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 25 * MINUTE_MS, runningSince: 0 }

// prettier-ignore
test.each<[string, Partial<TimerState>, number, ReturnType<typeof toBadge>]>([
  ['of an idle timer',     { status: 'idle' },   0,           undefined],
  ['at the start',         {},                   0,           25],
  ['a second later',       {},                   1_000,       25],
  ['a minute later',       {},                   MINUTE_MS,      24],
  ['in the last second',   {},                   25 * MINUTE_MS - 1, 1],
  ['at the end',           {},                   25 * MINUTE_MS, 1],
  ['in a pause',           { status: 'paused', runningSince: null }, 0, 'dot'],
  ['of a stopwatch',       { phaseMs: null, isInfinite: true }, 0, 'dot'],
])('G4 the badge %s', (_when, view, now, badge) => {
  expect(toBadge({ ...WORK, ...view }, now)).toBe(badge)
})
