import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { isEndless, type ScreenState, toScreenState } from './timer-screen-state.ts'

const WORK: TimerState = { ...IDLE, status: 'running', runId: 'run', phaseMs: 1_500_000, runningSince: 0 }
const STOPWATCH: TimerState = { ...WORK, isInfinite: true, phaseMs: null }

// prettier-ignore
test.each<[ScreenState, Partial<TimerState>, { isHeld?: boolean; hasEntry?: boolean }]>([
  ['ready',           IDLE,                                                   {}],
  ['continue',        IDLE,                                                   { hasEntry: true }],
  ['work',            WORK,                                                   {}],
  ['workPaused',      { ...WORK, status: 'paused' },                          {}],
  ['waiting',         { ...WORK, status: 'paused' },                          { isHeld: true }],
  ['work',            WORK,                                                   { isHeld: true }],
  ['break',           { ...WORK, mode: 'break' },                             {}],
  ['breakPaused',     { ...WORK, mode: 'break', status: 'paused' },           {}],
  ['stopwatch',       STOPWATCH,                                              {}],
  ['stopwatchPaused', { ...STOPWATCH, status: 'paused' },                     {}],
  ['entry',           { ...STOPWATCH, entryId: 'entry' },                     {}],
  ['entryPaused',     { ...STOPWATCH, entryId: 'entry', status: 'paused' },   {}],
])('D2 the stage shows %s', (state, view, { isHeld = false, hasEntry = false }) => {
  expect(toScreenState({ ...IDLE, ...view }, { isHeld, hasEntry })).toBe(state)
  expect(isEndless(state)).toBe(view.isInfinite === true || hasEntry)
})
