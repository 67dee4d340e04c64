import type { TimerState } from '#core/timer/state.ts'
import type { CommandInput, RejectionCode } from './prediction.ts'
import { createSubmitCommand, type SubmitCommandOptions } from './submit-command.ts'
import { configOf, type Selection, subjectOf } from '#web/features/timer/selection/selection.ts'
import { createSelectionActions } from './selection-actions.ts'

interface StartOptions {
  /** Counts up without end. */
  stopwatch?: boolean
  /** What is still to be selected: it is started with that, from the press on. */
  after?: Promise<unknown>
}

/** `at`: when the button was pressed, if a question came after it; by the server's clock. */
interface StopOptions {
  save: boolean
  at?: number
}

export type TimerActions = ReturnType<typeof createActions>

/** What people can do. Each resolves once it is on disk: only then is it shown. */
export function createActions(options: SubmitCommandOptions) {
  const { store } = options
  const press = createSubmitCommand(options)
  const stop = ({ save, at }: StopOptions) => press(() => ({ type: 'stop', save }), { at })

  return {
    start: ({ stopwatch = false, after }: StartOptions = {}) =>
      press((view) => toStart(view, store.getState().selection, stopwatch), { after }),
    pause: () => press(() => ({ type: 'pause' })),
    resume: () => press(() => ({ type: 'resume' })),
    /** Goes on from a moment on as if it had never stood still, which the server has just said it does. */
    undoWait: (at: number) => press(() => ({ type: 'resume' }), { at, isSnapshotFresh: true }),
    stop,
    skip: ({ save, at }: StopOptions) => press(() => ({ type: 'skip', save }), { at }),
    reset: () => stop({ save: false }),
    /** Takes note of the end of a run. */
    dismiss: () => press((view) => (view.isComplete ? { type: 'dismiss' } : 'not-active')),
    ...createSelectionActions(store, press),
  }
}

function toStart(view: TimerState, selection: Selection, stopwatch: boolean): CommandInput | RejectionCode {
  if (view.status === 'running') return 'already-running'
  if (view.status === 'paused' && !view.isInfinite) return { type: 'resume' }
  const subject = subjectOf(selection)
  if (subject === undefined) return 'project-required'
  const { selectedEntry } = selection
  const continues = selectedEntry && { entryId: selectedEntry.id, startedAt: selectedEntry.startedAt }
  const isInfinite = stopwatch || view.status === 'paused' || continues !== null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const config = configOf(selection)
  return { type: 'start', with: { subject, config, isInfinite, zone, ...(continues && { continues }) } }
}
