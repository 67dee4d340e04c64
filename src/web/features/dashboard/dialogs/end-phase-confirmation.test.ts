import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { toEndPhaseRequest } from './end-phase-confirmation.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 25 * MINUTE_MS, runningSince: 0 }
const STOPWATCH: TimerState = { ...WORK, phaseMs: null, isInfinite: true }
const BREAK: TimerState = { ...WORK, mode: 'break' }

// prettier-ignore
test.each<[string, TimerState, number, object]>([
  ['work of a second less than a minute', WORK,      59_000, { workedMs: 59_000, isShort: true }],
  ['work of a minute',                    WORK,      60_000, { workedMs: 60_000, isShort: false }],
  ['a stopwatch of five seconds',         STOPWATCH, 5_000,  { workedMs: 5_000,  isShort: true }],
  ['a stopwatch of a minute',             STOPWATCH, 60_000, { workedMs: 60_000, isShort: false }],
  ['a break',                             BREAK,     5_000,  { workedMs: 0 }],
])('D5 the dialog asks about a session under a minute: %s', (_what, view, at, expected) => {
  expect(toEndPhaseRequest(view, 'stop', at)).toMatchObject({ action: 'stop', at, runId: 'run', ...expected })
})
