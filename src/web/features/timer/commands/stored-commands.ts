import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import type { PendingCommand } from '#core/timer/device/prediction.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { TimerEvent } from '#core/timer/transition.ts'
import { append, type NewOperation, type Operation, remove, type UserData } from '#web/sync/operation.ts'

/** The kind of the timer's operations, and the name of its stored state. */
export const COMMAND = 'timer-command'

/** The timer of one user as stored on this device, beside the commands in the outbox. */
export interface StoredTimer {
  /** The device's id. */
  device: string
  /** The sequence number of the first pending command. */
  next: number
  snapshot: TimerSnapshot | null
  /** How far the server's clock was ahead of this device's. */
  clockOffset: number
}

export const timerOf = (data: UserData) => data.states[COMMAND] as StoredTimer | undefined

const isCommand = (operation: Operation): operation is Operation<PendingCommand> => operation.kind === COMMAND

/** The commands that the server has not acknowledged, oldest first. */
export const pendingOf = ({ operations }: Pick<UserData, 'operations'>) =>
  operations.filter(isCommand).map(({ payload }) => payload)

const setTimer = (data: UserData, timer: StoredTimer): UserData => ({
  ...data,
  states: { ...data.states, [COMMAND]: timer },
})

/** Gives a user who has none a timer on this device. */
export const withTimer = (data: UserData, device: string): UserData =>
  timerOf(data) === undefined ? setTimer(data, { device, next: 1, snapshot: null, clockOffset: 0 }) : data

/** Changes nothing if another tab has deleted the timer at the sign-out. */
function changeTimer(data: UserData, change: Partial<StoredTimer>): UserData {
  const timer = timerOf(data)
  return timer === undefined ? data : setTimer(data, { ...timer, ...change })
}

/** `history`: as predicted before the command. */
export const toCommandOperation = (command: PendingCommand, history: TimerHistory): NewOperation<PendingCommand> => ({
  id: command.id,
  kind: COMMAND,
  items: itemsOf(command.event, history),
  payload: command,
})

export const appendCommand = (data: UserData, command: PendingCommand, history: TimerHistory) =>
  append(data, toCommandOperation(command, history))

/** The project, task and tags that an event names, and the time entry that its run continues. */
function itemsOf(event: TimerEvent, { runs }: TimerHistory): string[] {
  const start = event.type === 'start' ? event : runs.find(({ id }) => id === event.runId)?.log[0].event
  const named = event.type === 'start' ? event.subject : event.type === 'subject' ? event.change : {}
  const items = [named.projectId, named.taskId, ...(named.tags ?? []), start?.continues?.entryId]
  return items.filter((item) => typeof item === 'string')
}

/** Numbers the first pending commands. The numbers are the same each time until the server acknowledges them. */
export function numberCommands(data: UserData, commands: readonly PendingCommand[]): Command[] {
  const { device = '', next = 1 } = timerOf(data) ?? {}
  return commands.map(({ reopens: _, ...command }, index) => ({ ...command, device, sequence: next + index }))
}

/** A server whose revision is lower although its clock is this much later was restored from a backup. */
const MIN_BACKUP_AGE_MS = 60_000

export function isNewerSnapshot(snapshot: TimerSnapshot, known: TimerSnapshot | null | undefined) {
  if (known === null || known === undefined || snapshot.revision > known.revision) return true
  return snapshot.revision < known.revision && snapshot.now > known.now + MIN_BACKUP_AGE_MS
}

export const applySnapshot = (data: UserData, snapshot: TimerSnapshot, clockOffset: number): UserData =>
  isNewerSnapshot(snapshot, timerOf(data)?.snapshot) ? changeTimer(data, { snapshot, clockOffset }) : data

/** Removes the acknowledged commands, and applies the snapshot and the sequence number that the server expects. */
export function applyReply(
  data: UserData,
  sent: readonly Command[],
  { acks, awaited, snapshot }: TimerReply,
  clockOffset: number,
): UserData {
  const last = sent.findLast(({ id }) => acks.some((ack) => ack.id === id))
  const expected = last === undefined ? sent[0]!.sequence : last.sequence + 1
  const rest =
    acks.length === 0
      ? data
      : remove(
          data,
          acks.map(({ id }) => id),
        )
  const next = awaited ?? expected
  const numbered = timerOf(rest)?.next === next ? rest : changeTimer(rest, { next })
  // A server that lost count was restored from a backup, so its snapshot counts although its revision may be lower. One
  // that has received more than this device knows of was not, and its reply may be older than the known snapshot.
  return next >= expected
    ? applySnapshot(numbered, snapshot, clockOffset)
    : changeTimer(numbered, { snapshot, clockOffset })
}
