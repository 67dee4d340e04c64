import { byStart, type Run, type TimerHistory } from '#core/timer/history.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { IDLE, type Subject, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import { workStartOf } from '#core/timer/work-start.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { CommandInput, RejectionCode } from '#core/timer/device/prediction.ts'
import { pendingOf } from '#web/features/timer/commands/stored-commands.ts'
import type { SimulatedDevice } from './device.ts'
import { FIRST_PROJECTS, type ItemServer } from './item-server.ts'
import { findUsable, type Place } from './item-user.ts'
import { predictedHistory } from './predicted-history.ts'
import type { SimulatedTab } from './tab.ts'

/** `project` and `task`: which of the user's own; null for the first project of all, and for no task. */
export type UserAction =
  /** `entry`: which entry the run continues, counted from the latest. */
  | {
      type: 'start'
      isInfinite: boolean
      entry: number | null
      project: number | null
      task?: number | null
      config?: Partial<TimerConfig>
    }
  | { type: 'pause' | 'resume' | 'dismiss' }
  | { type: 'undo' }
  /** Saves the active run and starts another one. */
  | { type: 'switch'; project: number | null }
  /** `minutes`: how much earlier the work began. */
  | { type: 'begin'; minutes: number }
  | { type: 'stop' | 'skip'; save: boolean }
  | { type: 'extend'; byMs: number | null }
  | { type: 'subject'; change: Partial<Subject>; project: number | null }
  | { type: 'config'; change: Partial<TimerConfig> }

/** The longest phases in any simulation: config changes only shorten them. */
export const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 3 }

/** The items that the user chooses for an action, as far as the tab shows them. */
interface Choice {
  projectId: string | undefined
  taskId?: string | null
  continues: StartEvent['continues']
  undo?: CommandInput | undefined
}

export function chooseItems(
  action: UserAction,
  device: SimulatedDevice,
  tab: SimulatedTab,
  server: ItemServer,
): Choice {
  const nothing = { projectId: undefined, continues: undefined }
  if (action.type === 'undo') return { ...nothing, undo: chooseUndo(device, tab) }
  if (action.type !== 'start' && action.type !== 'subject' && action.type !== 'switch') return nothing
  const project =
    action.project === null ? undefined : findUsable(device.projects, action.project, { device, tab, server })
  if (project !== undefined) project.isUsed = true
  const continues =
    action.type === 'start' && action.entry !== null ? chooseEntry(action.entry, device, tab, server) : undefined
  return { projectId: project?.id, taskId: chooseTask(action, { device, tab, server }), continues }
}

function chooseTask(action: UserAction, place: Place) {
  const index = action.type === 'start' ? (action.task ?? null) : null
  return index === null ? null : (findUsable(place.device.tasks, index, place)?.id ?? null)
}

/** An entry of the timer, or one that the user has created. */
function chooseEntry(index: number, device: SimulatedDevice, tab: SimulatedTab, server: ItemServer) {
  const entries = timerEntriesSeenOn(device, tab).filter(({ entryId }) => !device.busyItems.has(entryId))
  const own = findUsable(device.entries, index, { device, tab, server })
  if (own !== undefined && (index % 2 === 1 || entries.length === 0)) {
    own.isUsed = true
    return { entryId: own.id, startedAt: own.createdAt }
  }
  return entries[index % entries.length]
}

/** The end of the latest run, or of the one before it and the start of the latest. */
function chooseUndo(device: SimulatedDevice, tab: SimulatedTab): CommandInput | undefined {
  const shown = predictedHistory(tab.data).runs.at(-1)
  if (shown === undefined) return undefined
  const { runs } = historySeenOn(device, tab)
  const before = newest(runs[runs.findIndex(({ id }) => id === shown.id) - 1], device)
  if (hasEnd(shown)) return { type: 'undo', run: shown, drops: null }
  return before && hasEnd(before) ? { type: 'undo', run: before, drops: shown.id } : undefined
}

/** The server may already have all commands of a run, and more, while the tab still predicts it from its outbox. */
function newest(run: Run | undefined, { seen }: SimulatedDevice) {
  const stored = seen?.history.runs.find(({ id }) => id === run?.id)
  const hasAll = stored !== undefined && run?.log.every(({ id }) => stored.log.some((entry) => entry.id === id))
  return hasAll ? stored : run
}

const hasEnd = ({ log }: Run) => log.at(-1)!.event.type === 'stop' || log.at(-1)!.event.type === 'skip'

/** The entries of the timer that the user sees in a tab, the latest first. */
export function timerEntriesSeenOn(device: SimulatedDevice, tab: SimulatedTab) {
  return focusSessionsAt(historySeenOn(device, tab), device.clock())
    .filter(({ status }) => status === 'saved')
    .map(({ entryId, segments }) => ({ entryId, startedAt: segments[0]![0] }))
}

function historySeenOn({ seen }: SimulatedDevice, tab: SimulatedTab): TimerHistory {
  const { runs } = predictedHistory(tab.data)
  const dropped = pendingOf(tab.data).map(({ event }) => (event.type === 'undo' ? event.drops : null))
  const known = new Set([...runs.map(({ id }) => id), ...dropped])
  const others = seen?.history.runs.filter(({ id }) => !known.has(id)) ?? []
  return { revision: 0, sequences: {}, runs: [...others, ...runs].toSorted(byStart) }
}

/** The command for an action, given the state that the tab shows. */
export function toCommandInput(
  action: UserAction,
  choice: Choice,
  view: TimerState,
): CommandInput | CommandInput[] | RejectionCode {
  if (action.type === 'undo') return choice.undo ?? 'not-active'
  if (action.type === 'switch') return toSwitchInputs(choice, view)
  if (action.type === 'begin')
    return { type: 'begin', startedAt: (workStartOf(view) ?? view.lastAt) - action.minutes * MINUTE_MS }
  if (action.type === 'start') return toStartInput(action, choice, view)
  if (action.type === 'dismiss') return view.isComplete ? { type: 'dismiss' } : 'not-active'
  return action.type === 'subject' ? toSubjectInput(action.change, choice) : action
}

const toSubjectInput = (change: Partial<Subject>, { projectId }: Choice): CommandInput => ({
  type: 'subject',
  change: projectId === undefined ? change : { projectId, taskId: null },
})

function toSwitchInputs(choice: Choice, view: TimerState): CommandInput[] | RejectionCode {
  const start = toStartInput({ isInfinite: view.isInfinite, config: view.config }, choice, IDLE)
  return view.status === 'idle' || typeof start === 'string' ? 'not-active' : [{ type: 'stop', save: true }, start]
}

function toStartInput(
  { isInfinite, config }: { isInfinite: boolean; config?: Partial<TimerConfig> | undefined },
  { projectId = FIRST_PROJECTS[0]!, taskId = null, continues }: Choice,
  view: TimerState,
): CommandInput | RejectionCode {
  if (view.status === 'running') return 'already-running'
  if (view.status === 'paused' && !view.isInfinite) return { type: 'resume' }
  const subject = { projectId, taskId, notes: '', tags: [] }
  const start = { subject, config: { ...CONFIG, ...config }, isInfinite, ...(continues && { continues }) }
  return { type: 'start', with: start }
}
