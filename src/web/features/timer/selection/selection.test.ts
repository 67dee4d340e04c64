import { expect, test } from 'vitest'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { adoptRun, EMPTY_SELECTION } from './selection.ts'

const SELECTED = { workDuration: 50, breakDuration: 10, repetitions: 2, selectedPresetId: 'preset' }
const subject = { projectId: 'theirs', taskId: null, notes: '', tags: [] }

// prettier-ignore
test.each<[string, Partial<TimerState>, object]>([
  ['an active run sets the lengths of the selection',       { isInfinite: false }, { workDuration: 25, selectedPresetId: null }],
  ['a stopwatch keeps the selected lengths and preset', { isInfinite: true }, SELECTED],
])('Y11 %s, whichever device started it', (_what, run, expected) => {
  const selection = adoptRun({ ...EMPTY_SELECTION, ...SELECTED }, { ...IDLE, status: 'running', subject, ...run })
  expect(selection).toMatchObject({ projectId: 'theirs', ...expected })
})
