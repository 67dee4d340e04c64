import {
  configOf,
  isSameJson,
  NO_DETAILS,
  type SelectedEntry,
  type Selection,
} from '#web/features/timer/selection/selection.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import type { CommandOutcome, createSubmitCommand, ToCommandInput } from './submit-command.ts'

type WorkSelection = Pick<Selection, 'projectId' | 'taskId' | 'notes' | 'tags'>
type ConfigSelection = Pick<
  Selection,
  'workDuration' | 'breakDuration' | 'repetitions' | 'longBreak' | 'selectedPresetId'
>

const DONE: CommandOutcome = { ok: true }
const BUSY: CommandOutcome = { ok: false, code: 'already-running' }

/** Another device may have ended that run and started another one. */
const stopIfContinuing =
  (entryId: string): ToCommandInput =>
  (view) =>
    view.entryId === entryId ? { type: 'stop', save: true } : 'not-active'

/** While the timer is idle, a selection stays on this device; otherwise it changes the run by a command. */
export function createSelectionActions(store: TimerStore, submit: ReturnType<typeof createSubmitCommand>) {
  const isIdle = () => store.getState().view.status === 'idle'
  const setSelection = (change: Partial<Selection>) =>
    store.refresh({ selection: { ...store.getState().selection, ...change } })

  async function select(change: Partial<WorkSelection>): Promise<CommandOutcome> {
    const { selection } = store.getState()
    // A task belongs to its project.
    const applied = isOtherProject(change, selection) ? { taskId: null, ...change } : change
    if (isSameJson({ ...selection, ...applied }, selection)) return DONE
    if (isIdle()) {
      setSelection(applied)
      return DONE
    }
    const outcome = await selectWhileActive(applied)
    // Note and tags belong to the run, which may be over by now.
    const { notes: _notes, tags: _tags, ...kept } = applied
    if (outcome.ok) setSelection(kept)
    return outcome
  }

  /** Without a project there is nothing to work on, so the run stops and is saved. */
  function selectWhileActive({ projectId, ...rest }: Partial<WorkSelection>) {
    if (projectId === null) return submit(() => ({ type: 'stop', save: true }))
    return submit(() => ({ type: 'subject', change: { ...rest, ...(projectId !== undefined && { projectId }) } }))
  }

  /**
   * Selects the entry to continue, or none. Selecting it again deselects it, and its note and tags; if it is
   * being continued already, its run stops and is saved. Any other run refuses a selection.
   */
  async function selectEntry(entry: (SelectedEntry & WorkSelection) | null): Promise<CommandOutcome> {
    const { view, selection } = store.getState()
    const isContinued = entry !== null && entry.id === view.entryId
    if (view.status !== 'idle') return isContinued ? submit(stopIfContinuing(entry.id)) : BUSY
    if (entry !== null && entry.id !== selection.selectedEntry?.id) {
      const { id, startedAt, endedAt, projectId, taskId, notes, tags } = entry
      setSelection({ projectId, taskId, notes, tags, selectedEntry: { id, startedAt, endedAt } })
    } else if (selection.selectedEntry !== null) setSelection({ selectedEntry: null, ...NO_DETAILS })
    return DONE
  }

  /** Sets the lengths, in minutes: at once while idle, from the next phase on otherwise. */
  async function setConfig(change: Partial<ConfigSelection>): Promise<CommandOutcome> {
    const config = configOf({ ...store.getState().selection, ...change })
    const outcome = isIdle() ? DONE : await submit(() => ({ type: 'config', change: config }))
    if (outcome.ok) setSelection({ selectedPresetId: null, ...change })
    return outcome
  }

  return { select, selectEntry, setConfig }
}

const isOtherProject = ({ projectId }: Partial<WorkSelection>, selection: Selection) =>
  projectId !== undefined && projectId !== selection.projectId
