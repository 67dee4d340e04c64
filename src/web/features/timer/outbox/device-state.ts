import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'

/** What a device keeps of one user's timer, for all its tabs, until the server has it. */
export interface DeviceTimerState {
  /** Named anew whenever the server has lost count of what it heard from here. */
  device: string
  /** The number of the next command. */
  next: number
  pending: readonly Command[]
  /** What the server cannot read, and never will. */
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
  kept: DeviceTimerState,
  command: Omit<Command, 'device' | 'sequence'>,
): DeviceTimerState => ({
  ...kept,
  next: kept.next + 1,
  pending: [...kept.pending, { ...command, device: kept.device, sequence: kept.next }],
})

/** A server that answers later with less than it knew before was restored from a backup: its word counts again. */
const MIN_BACKUP_AGE_MS = 60_000

export function isNewerSnapshot(snapshot: TimerSnapshot, known: TimerSnapshot | null) {
  if (known === null || snapshot.revision > known.revision) return true
  return snapshot.revision < known.revision && snapshot.now > known.now + MIN_BACKUP_AGE_MS
}

export const applySnapshot = (
  kept: DeviceTimerState,
  snapshot: TimerSnapshot,
  clockOffset: number,
): DeviceTimerState => (isNewerSnapshot(snapshot, kept.snapshot) ? { ...kept, snapshot, clockOffset } : kept)

/** Takes in what the server says of the commands it was sent; `newDevice` is used if it has lost count. */
export function applyReply(
  kept: DeviceTimerState,
  reply: TimerReply,
  { clockOffset, newDevice }: ReplyContext,
): DeviceTimerState {
  const answered = new Set(reply.acks.map(({ id }) => id))
  const pending = kept.pending.filter(({ id }) => !answered.has(id))
  const hasLostCount =
    reply.awaited !== undefined && pending.length > 0 && pending.every(({ sequence }) => sequence !== reply.awaited)
  if (!hasLostCount) return applySnapshot({ ...kept, pending }, reply.snapshot, clockOffset)
  // A server that is not what it was: what it says now counts, however little that is.
  return renumber({ ...kept, pending, snapshot: reply.snapshot, clockOffset }, newDevice)
}

interface ReplyContext {
  clockOffset: number
  newDevice: string
}

/** What waits is sent as if from a new device: a server knows each command by its own id all the same. */
function renumber(kept: DeviceTimerState, device: string): DeviceTimerState {
  const pending = kept.pending.map((command, index) => ({ ...command, device, sequence: index + 1 }))
  return { ...kept, device, pending, next: pending.length + 1 }
}

/** Adds the commands that `other` has and `kept` lacks, under a new device. */
export function mergePending(kept: DeviceTimerState, other: DeviceTimerState, newDevice: string): DeviceTimerState {
  const known = new Set(kept.pending.map(({ id }) => id))
  const pending = [...kept.pending, ...other.pending.filter(({ id }) => !known.has(id))]
  const refused = [...kept.refused, ...other.refused.filter(({ id }) => kept.refused.every((one) => one.id !== id))]
  const merged = renumber({ ...kept, pending, refused }, newDevice)
  return other.snapshot === null ? merged : applySnapshot(merged, other.snapshot, other.clockOffset)
}

/** One command that cannot be sent must not keep the others from being sent. */
export function setAsideCommand(kept: DeviceTimerState, commandId: string, newDevice: string): DeviceTimerState {
  const refused = kept.pending.filter(({ id }) => id === commandId)
  const pending = kept.pending.filter(({ id }) => id !== commandId)
  return renumber({ ...kept, pending, refused: [...kept.refused, ...refused] }, newDevice)
}
