import type { createSubmitCommand, CommandOutcome } from './submit-command.ts'
import { configOf, isSameJson, type SelectedEntry, type Selection } from '#web/features/timer/selection/selection.ts'
import type { TimerStore } from '#web/features/timer/store.ts'

type WorkSelection = Pick<Selection, 'projectId' | 'taskId' | 'notes' | 'tags'>
type ConfigSelection = Pick<Selection, 'workDuration' | 'breakDuration' | 'repetitions' | 'selectedPresetId'>

const DONE: CommandOutcome = { ok: true }

/** What people choose: for this device while the timer is idle, for the run that goes on otherwise. */
export function createSelectionActions(store: TimerStore, press: ReturnType<typeof createSubmitCommand>) {
  const isIdle = () => store.getState().view.status === 'idle'
  const keep = (change: Partial<Selection>) =>
    store.refresh({ selection: { ...store.getState().selection, ...change } })

  async function select(change: Partial<WorkSelection>): Promise<CommandOutcome> {
    const { selection } = store.getState()
    // A task belongs to its project.
    const wanted = isOtherProject(change, selection) ? { taskId: null, ...change } : change
    if (isSameJson({ ...selection, ...wanted }, selection)) return DONE
    const outcome = isIdle() ? DONE : await selectWhileActive(wanted)
    if (outcome.ok) keep(wanted)
    return outcome
  }

  /** Without a project nothing is worked on: what was, is saved. */
  function selectWhileActive({ projectId, ...rest }: Partial<WorkSelection>) {
    if (projectId === null) return press(() => ({ type: 'stop', save: true }))
    return press(() => ({ type: 'subject', change: { ...rest, ...(projectId !== undefined && { projectId }) } }))
  }

  /** The entry to go on with. Selecting it again leaves it alone; while the timer is active nothing changes. */
  function selectEntry(entry: (SelectedEntry & WorkSelection) | null) {
    if (!isIdle()) return
    const { selectedEntry } = store.getState().selection
    if (entry === null || entry.id === selectedEntry?.id) return keep({ selectedEntry: null })
    const { id, startedAt, endedAt, projectId, taskId, notes, tags } = entry
    keep({ projectId, taskId, notes, tags, selectedEntry: { id, startedAt, endedAt } })
  }

  /** Lengths in minutes: at once while idle, from the next phase on otherwise. */
  async function setConfig(change: Partial<ConfigSelection>): Promise<CommandOutcome> {
    const config = configOf({ ...store.getState().selection, ...change })
    const outcome = isIdle() ? DONE : await press(() => ({ type: 'config', change: config }))
    if (outcome.ok) keep({ selectedPresetId: null, ...change })
    return outcome
  }

  return { select, selectEntry, setConfig }
}

const isOtherProject = ({ projectId }: Partial<WorkSelection>, selection: Selection) =>
  projectId !== undefined && projectId !== selection.projectId
