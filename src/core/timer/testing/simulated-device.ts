import type { Ack, Command } from '#core/timer/command.ts'
import { focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { EMPTY_HISTORY, lastCommandIdOf, type Run, type TimerHistory } from '#core/timer/history.ts'
import { mergeCommand } from '#core/timer/merge-command.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import type { Subject, TimerConfig, TimerState } from '#core/timer/state.ts'
import { type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/time/units.ts'

export type UserAction =
  /** `entry`: which entry the run continues, counted from the latest. */
  | { type: 'start'; isInfinite: boolean; entry: number | null }
  | { type: 'pause' | 'resume' | 'dismiss' }
  | { type: 'stop' | 'skip'; save: boolean }
  | { type: 'subject'; change: Partial<Subject> }
  | { type: 'config'; change: Partial<TimerConfig> }

/** A device like the real client: a snapshot, an outbox that survives a crash, and `mergeCommand` for predictions. */
export interface Device {
  name: string
  /** The error of its clock in milliseconds. */
  skew: number
  isOnline: boolean
  snapshot: TimerHistory
  outbox: readonly Command[]
  sequence: number
}

export const createDevice = (name: string, skew: number): Device => ({
  name,
  skew,
  isOnline: true,
  snapshot: EMPTY_HISTORY,
  outbox: [],
  sequence: 0,
})

/** Merges the outbox into the snapshot. The outbox has no gaps, so the snapshot's sequence numbers do not matter. */
function predict({ snapshot, outbox }: Device, now: number): TimerHistory {
  return outbox.reduce((history, command) => {
    const ready = { ...history, sequences: { [command.device]: command.sequence - 1 } }
    return mergeCommand(ready, command, Math.max(now, command.event.at)).history
  }, snapshot)
}

export const stateShownOn = (device: Device, now: number): TimerState => timerStateAt(predict(device, now), now)

/** Adds the command for an action to the outbox. Returns undefined if the displayed state does not allow the action. */
export function performAction(
  device: Device,
  action: UserAction,
  now: number,
  newId: () => string,
): Device | undefined {
  const history = predict(device, now)
  const view = timerStateAt(history, now)
  const at = Math.max(now, view.lastAt)
  const latest = history.runs.at(-1)
  const base = latest ? lastCommandIdOf(latest) : null
  if (action.type === 'start' && view.status === 'paused' && !view.isInfinite)
    return performAction(device, { type: 'resume' }, now, newId)
  const event = action.type === 'start' ? toStartEvent(history, action, at, newId()) : toRunEvent(history, action, at)
  if (event === undefined) return undefined
  const sequence = device.sequence + 1
  const command: Command = { id: newId(), device: device.name, sequence, base, sawWait: isHeld(latest), event }
  return { ...device, sequence, outbox: [...device.outbox, command] }
}

/** Resumes a held run at the time of the hold: the device was awake, so its user was not absent. */
export function resumeIfHeld(device: Device, now: number, newId: () => string): Device {
  const heldAt = predict(device, now).runs.at(-1)?.heldAt ?? null
  return heldAt === null ? device : (performAction(device, { type: 'resume' }, heldAt, newId) ?? device)
}

const isHeld = (run: Run | undefined) => run !== undefined && run.heldAt !== null

type StartAction = Extract<UserAction, { type: 'start' }>
type RunAction = Exclude<UserAction, StartAction>

function toStartEvent(
  history: TimerHistory,
  { isInfinite, entry }: StartAction,
  at: number,
  runId: string,
): StartEvent | undefined {
  if (timerStateAt(history, at).status === 'running') return undefined
  const subject = { projectId: 'project', taskId: null, notes: '', tags: [] }
  const continues = entry === null ? undefined : entryToContinue(history, entry, at)
  return { type: 'start', at, runId, subject, config: CONFIG, isInfinite, continues }
}

function entryToContinue(history: TimerHistory, index: number, now: number) {
  const saved = focusSessionsAt(history, now).filter(({ status }) => status === 'saved')
  const chosen = saved[index % saved.length]
  return chosen && { entryId: chosen.entryId, startedAt: chosen.segments[0]![0] }
}

function toRunEvent(history: TimerHistory, action: RunAction, at: number): RunEvent | undefined {
  const view = timerStateAt(history, at)
  if (action.type === 'dismiss' && !view.isComplete) return undefined
  const event: RunEvent = { ...action, at, runId: history.runs.at(-1)?.id ?? '', phase: view.phase }
  return transition(view, event).ok ? event : undefined
}

/** The longest phases in any simulation: config changes only shorten them. */
export const CONFIG = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 3 }

/** Handles a reply of the server. A snapshot older than the present one is dropped. */
export function receiveReply(device: Device, acks: readonly (Ack | undefined)[], snapshot: TimerHistory): Device {
  const newest = snapshot.revision >= device.snapshot.revision ? snapshot : device.snapshot
  const answered = new Set(acks.map((ack) => ack?.id))
  const received = newest.sequences[device.name] ?? 0
  const outbox = device.outbox.filter(({ id, sequence }) => !answered.has(id) && sequence > received)
  return { ...device, snapshot: newest, outbox }
}
