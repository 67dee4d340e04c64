import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#core/time/units.ts'
import { EMPTY_HISTORY } from '#core/timer/history.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { EMPTY_SELECTION } from '#web/features/timer/selection/selection.ts'
import { currentTranslation } from '#web/i18n/i18n.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { summarizeTimer, describeMode } from './timer-summary.ts'

const NOW = 90 * MINUTE_MS
const TIMER = { history: EMPTY_HISTORY, now: NOW, selection: EMPTY_SELECTION }

const WORK = {
  status: 'running',
  phaseMs: 25 * MINUTE_MS,
  repetition: 2,
  runningSince: NOW - 10 * MINUTE_MS,
} satisfies Partial<TimerState>
const PAUSED = { status: 'paused', runningSince: null, segments: [[0, 10 * MINUTE_MS]] } satisfies Partial<TimerState>
const STOPWATCH = { ...WORK, isInfinite: true, phaseMs: null, runningSince: NOW - 70.5 * MINUTE_MS }

beforeAll(loadEnglish)

// prettier-ignore
test.each<[string, string, number, Partial<TimerState>]>([
  ['Work time, 2 of 4',    '15:00',   0.4, WORK],
  ['Paused, 2 of 4',       '15:00',   0.4, { ...WORK, ...PAUSED }],
  ['Break time, 2 of 4',   '15:00',   0.4, { ...WORK, mode: 'break' }],
  ['Break paused, 2 of 4', '15:00',   0.4, { ...WORK, ...PAUSED, mode: 'break' }],
  ['Work time',            '15:00',   0.4, { ...WORK, repetition: 1, config: { ...IDLE.config, repetitions: 1 } }],
  ['Work time',            '1:10:30', 0.5, STOPWATCH],
  ['Paused',               '10:00',   0,   { ...STOPWATCH, ...PAUSED }],
  ['Ready',                '25:00',   0,   {}],
])('B2 outside the dashboard the timer shows %s, %s', (mode, clockText, progress, view) => {
  const summary = summarizeTimer({ ...TIMER, view: { ...IDLE, ...view } })
  expect(describeMode(summary, currentTranslation().t)).toBe(mode)
  expect(summary).toMatchObject({ clockText, progress })
})

test('B2 a held work phase says that it waits', () => {
  const summary = summarizeTimer({ ...TIMER, view: { ...IDLE, phase: 2, ...WORK, ...PAUSED, segments: [] } })
  expect(describeMode(summary, currentTranslation().t)).toBe('Next session is ready')
  expect(summary).toMatchObject({ clockText: '25:00', progress: 0, stageState: 'paused' })
})

// prettier-ignore
test.each<[string, Partial<TimerState>, { hasOvertime: boolean; isOpenWork: boolean; takesBreak: boolean }]>([
  ['early in a session',       WORK,                                                                           { hasOvertime: false, isOpenWork: false, takesBreak: false }],
  ['in its last five minutes', { ...WORK, runningSince: NOW - 20 * MINUTE_MS },                                { hasOvertime: true,  isOpenWork: false, takesBreak: false }],
  ['in overtime',              { ...WORK, phaseMs: 30 * MINUTE_MS, plannedMs: 25 * MINUTE_MS, runningSince: NOW - 26 * MINUTE_MS }, { hasOvertime: true, isOpenWork: false, takesBreak: true }],
  ['in overtime without end',  { ...WORK, phaseMs: null, plannedMs: 25 * MINUTE_MS },                          { hasOvertime: true,  isOpenWork: true,  takesBreak: true }],
  ['of a stopwatch',           STOPWATCH,                                                                      { hasOvertime: false, isOpenWork: true,  takesBreak: false }],
])('D24 what the bar offers %s', (_what, view, expected) => {
  expect(summarizeTimer({ ...TIMER, view: { ...IDLE, ...view } })).toMatchObject(expected)
})
