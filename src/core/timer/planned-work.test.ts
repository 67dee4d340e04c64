import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { plannedWork } from './planned-work.ts'
import { breakMsAfter, deadlineOf, IDLE, type TimerConfig, type TimerState } from './state.ts'
import { aStartEvent, applyEvent, CONFIG, T0 } from './testing/state-events.ts'
import { advance, startRun } from './transition.ts'

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
  ['overtime without an end as if it ended now', running({ phaseMs: null }),                             [[15, 40], [45, 70]]],
  ['the rest of a session and the next ones', running({}),                                                       [[10, 25], [30, 55], [60, 85]]],
  ['after a break come the next sessions',    running({ mode: 'break', phaseMs: 5 * MINUTE_MS, runningSince: 8 * MINUTE_MS }), [[13, 38], [43, 68]]],
  ['a paused session as if it went on now',   running({ status: 'paused', runningSince: null, segments: [[0, 5 * MINUTE_MS]] }), [[10, 30], [35, 60], [65, 90]]],
  ['the last session',                        running({ repetition: 3 }),                                        [[10, 25]]],
  ['fewer repetitions than are done',         running({ repetition: 3, config: { ...config, repetitions: 1 } }), [[10, 25]]],
])('V9 %s', (_what, state, planned) => {
  const minutes = plannedWork(state, 10 * MINUTE_MS).map((segment) => segment.map((at) => at / MINUTE_MS))
  expect(minutes).toEqual(planned)
})

const LONG = { ms: 20 * MINUTE_MS, every: 2 }
const listBreaks = (config: TimerConfig) =>
  Array.from({ length: config.repetitions }, (_, index) => breakMsAfter(config, index + 1) / MINUTE_MS)

// prettier-ignore
test.each<[string, Partial<TimerConfig>, number[]]>([
  ['none by default',                 { repetitions: 4 },                                        [5, 5, 5, 5]],
  ['none if it is switched off',      { repetitions: 4, longBreak: null },                       [5, 5, 5, 5]],
  ['after every second session',      { repetitions: 5, longBreak: LONG },                       [5, 20, 5, 20, 5]],
  ['after every third session',       { repetitions: 4, longBreak: { ...LONG, every: 3 } },      [5, 5, 20, 5]],
  ['after more sessions than the run has', { repetitions: 2, longBreak: { ...LONG, every: 4 } }, [5, 5]],
  ['without any other break',         { repetitions: 4, breakMs: 0, longBreak: LONG },           [0, 20, 0, 20]],
])('T41 long breaks: %s', (_what, change, breaks) => {
  expect(listBreaks({ ...CONFIG, ...change })).toEqual(breaks)
})

test('T41 the long break takes the place of the usual one, and the plan counts it', () => {
  const config = { ...CONFIG, repetitions: 3, longBreak: LONG }
  const started = startRun(aStartEvent({ config }))
  const minutes = (time: number | null) => time && (time - T0) / MINUTE_MS
  const ends: (number | null)[] = []
  let state = started
  for (let due = deadlineOf(state); due !== null; due = deadlineOf(state)) {
    ends.push(minutes(due))
    state = advance(state, due).state
  }
  expect(ends).toEqual([25, 30, 55, 75, 100, 105])
  expect(plannedWork(started, T0).map((segment) => segment.map(minutes))).toEqual([[0, 25], [30, 55], [75, 100]]) // prettier-ignore
})

test('T41 a long break that is set during a work phase counts from the next break', () => {
  const changed = applyEvent(startRun(aStartEvent()), 'config', MINUTE_MS, { change: { longBreak: { ...LONG, every: 1 } } })
  expect(deadlineOf(advance(changed.state, T0 + 25 * MINUTE_MS).state)).toBe(T0 + 45 * MINUTE_MS)
}) // prettier-ignore
