import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { plannedWork } from './planned-work.ts'
import { IDLE, type TimerState } from './state.ts'

const config = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 3 }
const running = (over: Partial<TimerState>): TimerState => ({
  ...IDLE,
  status: 'running',
  runId: 'r',
  phaseMs: 25 * MINUTE_MS,
  runningSince: 0,
  config,
  ...over,
})

// prettier-ignore
test.each<[string, TimerState, [number, number][]]>([
  ['an idle timer plans nothing',             IDLE,                                                              []],
  ['a stopwatch has no end',                  running({ isInfinite: true, phaseMs: null }),                      []],
  ['the rest of a session and the next ones', running({}),                                                       [[10, 25], [30, 55], [60, 85]]],
  ['after a break come the next sessions',    running({ mode: 'break', phaseMs: 5 * MINUTE_MS, runningSince: 8 * MINUTE_MS }), [[13, 38], [43, 68]]],
  ['a paused session as if it went on now',   running({ status: 'paused', runningSince: null, segments: [[0, 5 * MINUTE_MS]] }), [[10, 30], [35, 60], [65, 90]]],
  ['the last session',                        running({ repetition: 3 }),                                        [[10, 25]]],
  ['fewer repetitions than are done',         running({ repetition: 3, config: { ...config, repetitions: 1 } }), [[10, 25]]],
])('V9 %s', (_what, state, planned) => {
  const minutes = plannedWork(state, 10 * MINUTE_MS).map((segment) => segment.map((at) => at / MINUTE_MS))
  expect(minutes).toEqual(planned)
})
