import type { AutoStart, Subject, TimerConfig, TimerState } from '#core/timer/state.ts'
import { configOf, type Selection, subjectOf, withoutDetails } from '#web/features/timer/selection/selection.ts'
import { currentAutoStart, setAutoStart } from '#web/features/timer/selection/auto-start.ts'
import { currentZone } from '#web/i18n/formats.ts'
import type { CommandInput, RejectionCode } from '#core/timer/device/prediction.ts'
import { createSelectionActions } from './selection-actions.ts'
import { type CommandOutcome, createSubmitCommand, type SubmitCommandOptions } from './submit-command.ts'

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

/** The work and the lengths of a run. Missing ones are as selected, or as in the run that it replaces. */
export interface RunPlan {
  subject?: Subject
  config?: TimerConfig
  /** Counts up without end. Otherwise the new run does so if the present one does and no lengths are given. */
  stopwatch?: boolean
  /** The preset that the lengths come from. */
  presetId?: string
}

export type TimerActions = ReturnType<typeof createActions>

/** The actions of a user. Each resolves once its command is on disk, and has no visible effect before. */
export function createActions(options: SubmitCommandOptions) {
  const { store } = options
  const submit = createSubmitCommand(options)
  const end = async (type: 'stop' | 'skip', { save, at }: StopOptions): Promise<CommandOutcome> =>
    withUndo(await submit(() => ({ type, save }), { at }))
  const stop = (options: StopOptions) => end('stop', options)

  /** `dropsLatest`: the latest run was started instead of the one that has ended. */
  function withUndo(result: Awaited<ReturnType<typeof submit>>, { dropsLatest = false } = {}): CommandOutcome {
    if (!result.ok) return result
    const [ended, started] = result.runs.slice(dropsLatest ? -2 : -1)
    if (ended === undefined) return { ok: true }
    return { ok: true, undo: () => submit(() => ({ type: 'undo', run: ended, drops: started?.id ?? null })) }
  }

  return {
    start: ({ stopwatch = false, after }: StartOptions = {}) =>
      submit((view) => toStart(view, store.getState().selection, stopwatch), { after }),
    pause: () => submit(() => ({ type: 'pause' })),
    resume: () => submit(() => ({ type: 'resume' })),
    /** Lifts a hold from its beginning. It follows a snapshot that has just arrived, so it waits for no newer one. */
    undoHold: (at: number) => submit(() => ({ type: 'resume' }), { at, isSnapshotFresh: true }),
    stop,
    skip: (options: StopOptions) => end('skip', options),
    /** Starts a run on other work. An active run is saved first, and the new one is of the same kind. */
    async switchTo(plan: RunPlan): Promise<CommandOutcome> {
      let isIdle = true
      const { selectedPresetId, workDuration, breakDuration, repetitions, longBreak } = store.getState().selection
      const result = await submit((view) => {
        isIdle = view.status === 'idle'
        return toSwitch(view, store.getState().selection, plan)
      })
      if (result.ok && plan.presetId !== undefined)
        store.refresh({ selection: { ...store.getState().selection, selectedPresetId: plan.presetId } })
      if (isIdle) return result
      const outcome = withUndo(result, { dropsLatest: true })
      if (!outcome.ok || outcome.undo === undefined || plan.config === undefined) return outcome
      const undoSwitch = outcome.undo
      async function undo() {
        const undone = await undoSwitch()
        const before = { selectedPresetId, workDuration, breakDuration, repetitions, longBreak }
        if (undone.ok) store.refresh({ selection: { ...store.getState().selection, ...before } })
        return undone
      }
      return { ok: true, undo }
    },
    /** Lets the work phase go on, by some time or until its user ends it, also if it has just ended. */
    extend: (byMs: number | null) => submit(() => ({ type: 'extend', byMs })),
    /** Corrects the start of the present work phase. */
    moveStart: (startedAt: number) => submit(() => ({ type: 'begin', startedAt })),
    reset: () => stop({ save: false }),
    /** Confirms that the user has seen the end of a run. */
    dismiss: () => submit((view) => (view.isComplete ? { type: 'dismiss' } : 'not-active')),
    /** Chooses which phases begin by themselves. An active run follows from its next phase on. */
    async setAutoStart(autoStart: AutoStart): Promise<CommandOutcome> {
      setAutoStart(autoStart)
      const isIdle = store.getState().view.status === 'idle'
      return isIdle ? { ok: true } : submit(() => ({ type: 'config', change: { autoStart } }))
    },
    ...createSelectionActions(store, submit),
  }
}

function toSwitch(view: TimerState, selection: Selection, { subject, config, stopwatch }: RunPlan) {
  const chosen = subject ?? subjectOf(view.status === 'idle' ? selection : withoutDetails(selection))
  if (chosen === undefined) return 'project-required'
  const zone = currentZone()
  const lengths = { ...(config ?? configOf(selection)), autoStart: currentAutoStart() }
  const isInfinite = stopwatch ?? (config === undefined && view.isInfinite)
  const start = { type: 'start', with: { subject: chosen, config: lengths, isInfinite, zone } } as const
  return view.status === 'idle' ? start : [{ type: 'stop', save: true } as const, start]
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
  const config = { ...configOf(selection), autoStart: currentAutoStart() }
  return { type: 'start', with: { subject, config, isInfinite, zone, ...(continues && { continues }) } }
}
