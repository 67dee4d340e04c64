import type { TimerState } from '#core/timer/state.ts'
import type { Press, PressRefusal } from './prediction.ts'
import { createPress, type PressOptions } from './press.ts'
import { configOf, type Selection, subjectOf } from './selection.ts'
import { createChoices } from './choices.ts'

interface Beginning {
  /** Counts up without end. */
  stopwatch?: boolean
  /** What is still to be selected: it is started with that, from the press on. */
  after?: Promise<unknown>
}

/** `at`: when the button was pressed, if a question came after it; by the server's clock. */
interface Ending {
  save: boolean
  at?: number
}

export type TimerActions = ReturnType<typeof createActions>

/** What people can do. Each resolves once it is on disk: only then is it shown. */
export function createActions(options: PressOptions) {
  const { store } = options
  const press = createPress(options)
  const stop = ({ save, at }: Ending) => press(() => ({ type: 'stop', save }), { at })

  return {
    start: ({ stopwatch = false, after }: Beginning = {}) =>
      press((view) => toStart(view, store.getState().selection, stopwatch), { after }),
    pause: () => press(() => ({ type: 'pause' })),
    resume: () => press(() => ({ type: 'resume' })),
    /** Goes on from a moment on as if it had never stood still, which the server has just said it does. */
    undoWait: (at: number) => press(() => ({ type: 'resume' }), { at, isInformed: true }),
    stop,
    skip: ({ save, at }: Ending) => press(() => ({ type: 'skip', save }), { at }),
    reset: () => stop({ save: false }),
    /** Takes note of the end of a run. */
    dismiss: () => press((view) => (view.isComplete ? { type: 'dismiss' } : 'not-active')),
    ...createChoices(store, press),
  }
}

function toStart(view: TimerState, selection: Selection, stopwatch: boolean): Press | PressRefusal {
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
