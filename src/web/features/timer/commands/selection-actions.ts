import { configOf, isSameJson, type SelectedEntry, type Selection } from '#web/features/timer/selection/selection.ts'
import type { TimerStore } from '#web/features/timer/store.ts'
import type { CommandOutcome, createSubmitCommand } from './submit-command.ts'

type WorkSelection = Pick<Selection, 'projectId' | 'taskId' | 'notes' | 'tags'>
type ConfigSelection = Pick<Selection, 'workDuration' | 'breakDuration' | 'repetitions' | 'selectedPresetId'>

const DONE: CommandOutcome = { ok: true }

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
    const outcome = isIdle() ? DONE : await selectWhileActive(applied)
    if (outcome.ok) setSelection(applied)
    return outcome
  }

  /** Without a project there is nothing to work on, so the run stops and is saved. */
  function selectWhileActive({ projectId, ...rest }: Partial<WorkSelection>) {
    if (projectId === null) return submit(() => ({ type: 'stop', save: true }))
    return submit(() => ({ type: 'subject', change: { ...rest, ...(projectId !== undefined && { projectId }) } }))
  }

  /** Selects the entry to continue. Selecting it again clears it; while the timer is active nothing changes. */
  function selectEntry(entry: (SelectedEntry & WorkSelection) | null) {
    if (!isIdle()) return
    const { selectedEntry } = store.getState().selection
    if (entry === null || entry.id === selectedEntry?.id) return setSelection({ selectedEntry: null })
    const { id, startedAt, endedAt, projectId, taskId, notes, tags } = entry
    setSelection({ projectId, taskId, notes, tags, selectedEntry: { id, startedAt, endedAt } })
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
