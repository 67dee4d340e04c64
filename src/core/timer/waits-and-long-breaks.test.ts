import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { plannedWork } from './planned-work.ts'
import { breakMsAfter, deadlineOf, isWaiting, type TimerConfig, type TimerState } from './state.ts'
import { aStartEvent, applyEvent, CONFIG, T0 } from './testing/state-events.ts'
import { advance, startRun } from './transition.ts'

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

const describe = (state: TimerState) =>
  `${isWaiting(state) ? 'waiting' : state.status} ${state.mode} ${state.repetition}`

/** What a run shows at some minutes if its user does nothing but start the phases that wait. */
function listStates(autoStart: TimerConfig['autoStart'], resumesAt: number[], minutes: number[]) {
  let state = startRun(aStartEvent({ config: { ...CONFIG, ...(autoStart && { autoStart }) } }))
  const resumed = resumesAt.map((minute) => {
    state = applyEvent(state, 'resume', minute * MINUTE_MS).state
    return [minute, state] as const
  })
  const begun = [[0, startRun(aStartEvent({ config: state.config }))] as const, ...resumed]
  return minutes.map((minute) => {
    const [, last] = begun.findLast(([at]) => at <= minute)!
    return describe(advance(last, T0 + minute * MINUTE_MS).state)
  })
}

// prettier-ignore
test.each<[string, TimerConfig['autoStart'], number[], number[], string[]]>([
  ['all phases begin by themselves by default', undefined,                       [],           [26, 31],             ['running break 1', 'running work 2']],
  ['or if that is chosen',                      { breaks: true, work: true },    [],           [26, 31],             ['running break 1', 'running work 2']],
  ['a break waits',                             { breaks: false, work: true },   [40],         [26, 39, 41, 46],     ['waiting break 1', 'waiting break 1', 'running break 1', 'running work 2']],
  ['work waits',                                { breaks: true, work: false },   [60],         [26, 31, 59, 61],     ['running break 1', 'waiting work 2', 'waiting work 2', 'running work 2']],
  ['both wait',                                 { breaks: false, work: false },  [40, 50],     [26, 41, 46, 51],     ['waiting break 1', 'running break 1', 'waiting work 2', 'running work 2']],
])('T42 auto-start: %s', (_what, autoStart, resumesAt, minutes, states) => {
  expect(listStates(autoStart, resumesAt, minutes)).toEqual(states)
})

test('T42 a phase that waits counts no time, and none of its deadline passes', () => {
  const config = { ...CONFIG, autoStart: { breaks: false, work: false } }
  const { state, ended } = advance(startRun(aStartEvent({ config })), T0 + 600 * MINUTE_MS)
  expect([describe(state), deadlineOf(state), ended.length]).toEqual(['waiting break 1', null, 1])
  expect(deadlineOf(applyEvent(state, 'resume', 600 * MINUTE_MS).state)).toBe(T0 + 605 * MINUTE_MS)
})

test('T42 a user who ends a phase begins the next one, and a phase that was paused is not waiting', () => {
  const config = { ...CONFIG, autoStart: { breaks: false, work: false } }
  const skipped = applyEvent(startRun(aStartEvent({ config })), 'skip', MINUTE_MS, { save: true }).state
  expect(describe(skipped)).toBe('running break 1')
  expect(describe(applyEvent(skipped, 'pause', 2 * MINUTE_MS).state)).toBe('paused break 1')
  const waiting = advance(startRun(aStartEvent({ config })), T0 + 25 * MINUTE_MS).state
  expect(describe(applyEvent(waiting, 'skip', 30 * MINUTE_MS, { save: false }).state)).toBe('running work 2')
})
