import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'

/** One user's timer as stored on this device, shared by all its tabs. */
export interface DeviceTimerState {
  /** The device's id. A new one restarts the numbering if the server expects another sequence number. */
  device: string
  /** The sequence number of the next command. */
  next: number
  /** Commands that the server has not acknowledged. */
  pending: readonly Command[]
  /** Commands that the server cannot parse. They are never sent again. */
  refused: readonly Command[]
  snapshot: TimerSnapshot | null
  /** How far the server's clock was ahead of this device's. */
  clockOffset: number
}

export const emptyDeviceState = (device: string): DeviceTimerState => ({
  device,
  next: 1,
  pending: [],
  refused: [],
  snapshot: null,
  clockOffset: 0,
})

export const appendCommand = (
  state: DeviceTimerState,
  command: Omit<Command, 'device' | 'sequence'>,
): DeviceTimerState => ({
  ...state,
  next: state.next + 1,
  pending: [...state.pending, { ...command, device: state.device, sequence: state.next }],
})

/** A server whose revision is lower although its clock is this much later was restored from a backup. */
const MIN_BACKUP_AGE_MS = 60_000

export function isNewerSnapshot(snapshot: TimerSnapshot, known: TimerSnapshot | null) {
  if (known === null || snapshot.revision > known.revision) return true
  return snapshot.revision < known.revision && snapshot.now > known.now + MIN_BACKUP_AGE_MS
}

export const applySnapshot = (
  state: DeviceTimerState,
  snapshot: TimerSnapshot,
  clockOffset: number,
): DeviceTimerState => (isNewerSnapshot(snapshot, state.snapshot) ? { ...state, snapshot, clockOffset } : state)

/** Removes the acknowledged commands and applies the snapshot. `newDevice` renumbers the rest if the server lost count. */
export function applyReply(
  state: DeviceTimerState,
  reply: TimerReply,
  { clockOffset, newDevice }: { clockOffset: number; newDevice: string },
): DeviceTimerState {
  const acknowledged = new Set(reply.acks.map(({ id }) => id))
  const pending = state.pending.filter(({ id }) => !acknowledged.has(id))
  const hasLostCount =
    reply.awaited !== undefined && pending.length > 0 && pending.every(({ sequence }) => sequence !== reply.awaited)
  if (!hasLostCount) return applySnapshot({ ...state, pending }, reply.snapshot, clockOffset)
  // The server was restored from a backup, so its snapshot counts although its revision may be lower.
  return renumber({ ...state, pending, snapshot: reply.snapshot, clockOffset }, newDevice)
}

/** Numbers the pending commands as those of a new device. The server still recognises each command by its id. */
function renumber(state: DeviceTimerState, device: string): DeviceTimerState {
  const pending = state.pending.map((command, index) => ({ ...command, device, sequence: index + 1 }))
  return { ...state, device, pending, next: pending.length + 1 }
}

/** Adds the commands that only `other` has, under a new device. */
export function mergePending(state: DeviceTimerState, other: DeviceTimerState, newDevice: string): DeviceTimerState {
  const pending = union(state.pending, other.pending)
  const refused = union(state.refused, other.refused)
  const merged = renumber({ ...state, pending, refused }, newDevice)
  return other.snapshot === null ? merged : applySnapshot(merged, other.snapshot, other.clockOffset)
}

const union = (known: readonly Command[], others: readonly Command[]) => [
  ...known,
  ...others.filter(({ id }) => known.every((command) => command.id !== id)),
]

/** Moves a command that the server cannot read out of the way of the others. */
export function setAsideCommand(state: DeviceTimerState, commandId: string, newDevice: string): DeviceTimerState {
  const refused = state.pending.filter(({ id }) => id === commandId)
  const pending = state.pending.filter(({ id }) => id !== commandId)
  return renumber({ ...state, pending, refused: [...state.refused, ...refused] }, newDevice)
}
