import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { adoptRun, EMPTY_SELECTION } from './selection.ts'

const CHOSEN = { workDuration: 50, breakDuration: 10, repetitions: 2, selectedPresetId: 'preset' }
const subject = { projectId: 'theirs', taskId: null, notes: '', tags: [] }

// prettier-ignore
test.each<[string, Partial<TimerState>, object]>([
  ['a run that goes on brings its lengths',                 { isInfinite: false }, { workDuration: 25, selectedPresetId: null }],
  ['a stopwatch leaves the lengths and the preset as chosen', { isInfinite: true }, CHOSEN],
])('Y11 %s, wherever it was started', (_what, run, followed) => {
  const selection = adoptRun({ ...EMPTY_SELECTION, ...CHOSEN }, { ...IDLE, status: 'running', subject, ...run })
  expect(selection).toMatchObject({ projectId: 'theirs', ...followed })
})
