import type { createPress, Outcome } from './press.ts'
import { configOf, isSame, type SelectedEntry, type Selection } from './selection.ts'
import type { TimerStore } from './store.ts'

type Work = Pick<Selection, 'projectId' | 'taskId' | 'notes' | 'tags'>
type Config = Pick<Selection, 'workDuration' | 'breakDuration' | 'repetitions' | 'selectedPresetId'>

const DONE: Outcome = { ok: true }

/** What people choose: for this device while the timer is idle, for the run that goes on otherwise. */
export function createChoices(store: TimerStore, press: ReturnType<typeof createPress>) {
  const isIdle = () => store.getState().view.status === 'idle'
  const keep = (change: Partial<Selection>) =>
    store.refresh({ selection: { ...store.getState().selection, ...change } })

  async function select(change: Partial<Work>): Promise<Outcome> {
    const { selection } = store.getState()
    // A task belongs to its project.
    const wanted = isOtherProject(change, selection) ? { taskId: null, ...change } : change
    if (isSame({ ...selection, ...wanted }, selection)) return DONE
    const outcome = isIdle() ? DONE : await selectWhileActive(wanted)
    if (outcome.ok) keep(wanted)
    return outcome
  }

  /** Without a project nothing is worked on: what was, is saved. */
  function selectWhileActive({ projectId, ...rest }: Partial<Work>) {
    if (projectId === null) return press(() => ({ type: 'stop', save: true }))
    return press(() => ({ type: 'subject', change: { ...rest, ...(projectId !== undefined && { projectId }) } }))
  }

  /** The entry to go on with. Selecting it again leaves it alone; while the timer is active nothing changes. */
  function selectEntry(entry: (SelectedEntry & Work) | null) {
    if (!isIdle()) return
    const { selectedEntry } = store.getState().selection
    if (entry === null || entry.id === selectedEntry?.id) return keep({ selectedEntry: null })
    const { id, startedAt, endedAt, projectId, taskId, notes, tags } = entry
    keep({ projectId, taskId, notes, tags, selectedEntry: { id, startedAt, endedAt } })
  }

  /** Lengths in minutes: at once while idle, from the next phase on otherwise. */
  async function setConfig(change: Partial<Config>): Promise<Outcome> {
    const config = configOf({ ...store.getState().selection, ...change })
    const outcome = isIdle() ? DONE : await press(() => ({ type: 'config', change: config }))
    if (outcome.ok) keep({ selectedPresetId: null, ...change })
    return outcome
  }

  return { select, selectEntry, setConfig }
}

const isOtherProject = ({ projectId }: Partial<Work>, selection: Selection) =>
  projectId !== undefined && projectId !== selection.projectId
