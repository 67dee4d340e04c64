import type { TimerState } from '#core/timer/state.ts'
import { configOf, type Selection, subjectOf } from '#web/features/timer/selection/selection.ts'
import { currentZone } from '#web/i18n/formats.ts'
import type { CommandInput, RejectionCode } from './prediction.ts'
import { createSelectionActions } from './selection-actions.ts'
import { createSubmitCommand, type SubmitCommandOptions } from './submit-command.ts'

interface StartOptions {
  /** Counts up without end. */
  stopwatch?: boolean
  /** A selection that is not complete yet. The run uses it, but starts at the time of this call. */
  after?: Promise<unknown>
}

interface StopOptions {
  save: boolean
  /** When the user clicked, by the server's clock. Set if a dialog was open since then. */
  at?: number
}

export type TimerActions = ReturnType<typeof createActions>

/** The actions of a user. Each resolves once its command is on disk, and has no visible effect before. */
export function createActions(options: SubmitCommandOptions) {
  const { store } = options
  const submit = createSubmitCommand(options)
  const stop = ({ save, at }: StopOptions) => submit(() => ({ type: 'stop', save }), { at })

  return {
    start: ({ stopwatch = false, after }: StartOptions = {}) =>
      submit((view) => toStart(view, store.getState().selection, stopwatch), { after }),
    pause: () => submit(() => ({ type: 'pause' })),
    resume: () => submit(() => ({ type: 'resume' })),
    /** Lifts a hold from its beginning. It follows a snapshot that has just arrived, so it waits for no newer one. */
    undoHold: (at: number) => submit(() => ({ type: 'resume' }), { at, isSnapshotFresh: true }),
    stop,
    skip: ({ save, at }: StopOptions) => submit(() => ({ type: 'skip', save }), { at }),
    reset: () => stop({ save: false }),
    /** Confirms that the user has seen the end of a run. */
    dismiss: () => submit((view) => (view.isComplete ? { type: 'dismiss' } : 'not-active')),
    ...createSelectionActions(store, submit),
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
  const zone = currentZone()
  const config = configOf(selection)
  return { type: 'start', with: { subject, config, isInfinite, zone, ...(continues && { continues }) } }
}
