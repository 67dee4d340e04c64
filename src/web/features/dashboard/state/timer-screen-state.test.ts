import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { isEndless, type ScreenState, toScreenState } from './timer-screen-state.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 1_500_000, runningSince: 0 }
const STOPWATCH: TimerState = { ...WORK, isInfinite: true, phaseMs: null }

// prettier-ignore
test.each<[ScreenState, Partial<TimerState>, { isWaiting?: boolean; hasEntry?: boolean }]>([
  ['ready',           IDLE,                                                   {}],
  ['continue',        IDLE,                                                   { hasEntry: true }],
  ['work',            WORK,                                                   {}],
  ['workPaused',      { ...WORK, status: 'paused' },                          {}],
  ['waiting',         { ...WORK, status: 'paused' },                          { isWaiting: true }],
  ['work',            WORK,                                                   { isWaiting: true }],
  ['break',           { ...WORK, mode: 'break' },                             {}],
  ['breakPaused',     { ...WORK, mode: 'break', status: 'paused' },           {}],
  ['breakWaiting',    { ...WORK, mode: 'break', status: 'paused' },           { isWaiting: true }],
  ['overtime',        { ...WORK, phaseMs: null },                             {}],
  ['overtimePaused',  { ...WORK, phaseMs: null, status: 'paused' },           {}],
  ['stopwatch',       STOPWATCH,                                              {}],
  ['stopwatchPaused', { ...STOPWATCH, status: 'paused' },                     {}],
  ['entry',           { ...STOPWATCH, entryId: 'entry' },                     {}],
  ['entryPaused',     { ...STOPWATCH, entryId: 'entry', status: 'paused' },   {}],
])('D2 the stage shows %s', (state, view, { isWaiting = false, hasEntry = false }) => {
  expect(toScreenState({ ...IDLE, ...view }, { isWaiting, hasEntry })).toBe(state)
  expect(isEndless(state)).toBe(view.phaseMs === null && (view.status !== 'idle' || hasEntry))
})
