import type { TimerReply, TimerSnapshot } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'

/** What a device keeps of one user's timer, for all its tabs, until the server has it. */
export interface Kept {
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

export const nothingKept = (device: string): Kept => ({
  device,
  next: 1,
  pending: [],
  refused: [],
  snapshot: null,
  clockOffset: 0,
})

export const append = (kept: Kept, command: Omit<Command, 'device' | 'sequence'>): Kept => ({
  ...kept,
  next: kept.next + 1,
  pending: [...kept.pending, { ...command, device: kept.device, sequence: kept.next }],
})

/** A server that answers later with less than it knew before was restored from a backup: its word counts again. */
const RESTORED_AFTER_MS = 60_000

export function isNews(snapshot: TimerSnapshot, known: TimerSnapshot | null) {
  if (known === null || snapshot.revision > known.revision) return true
  return snapshot.revision < known.revision && snapshot.now > known.now + RESTORED_AFTER_MS
}

export const learn = (kept: Kept, snapshot: TimerSnapshot, clockOffset: number): Kept =>
  isNews(snapshot, kept.snapshot) ? { ...kept, snapshot, clockOffset } : kept

/** Takes in what the server says of the commands it was sent; `newDevice` is used if it has lost count. */
export function settle(kept: Kept, reply: TimerReply, { clockOffset, newDevice }: Settling): Kept {
  const answered = new Set(reply.acks.map(({ id }) => id))
  const pending = kept.pending.filter(({ id }) => !answered.has(id))
  const hasLostCount =
    reply.awaited !== undefined && pending.length > 0 && pending.every(({ sequence }) => sequence !== reply.awaited)
  if (!hasLostCount) return learn({ ...kept, pending }, reply.snapshot, clockOffset)
  // A server that is not what it was: what it says now counts, however little that is.
  return renumber({ ...kept, pending, snapshot: reply.snapshot, clockOffset }, newDevice)
}

interface Settling {
  clockOffset: number
  newDevice: string
}

/** What waits is sent as if from a new device: a server knows each command by its own id all the same. */
function renumber(kept: Kept, device: string): Kept {
  const pending = kept.pending.map((command, index) => ({ ...command, device, sequence: index + 1 }))
  return { ...kept, device, pending, next: pending.length + 1 }
}

/** Adds the commands that `other` has and `kept` lacks, under a new device. */
export function addPending(kept: Kept, other: Kept, newDevice: string): Kept {
  const known = new Set(kept.pending.map(({ id }) => id))
  const pending = [...kept.pending, ...other.pending.filter(({ id }) => !known.has(id))]
  const refused = [...kept.refused, ...other.refused.filter(({ id }) => kept.refused.every((one) => one.id !== id))]
  const merged = renumber({ ...kept, pending, refused }, newDevice)
  return other.snapshot === null ? merged : learn(merged, other.snapshot, other.clockOffset)
}

/** One command that cannot be sent must not keep the others from being sent. */
export function setAside(kept: Kept, commandId: string, newDevice: string): Kept {
  const refused = kept.pending.filter(({ id }) => id === commandId)
  const pending = kept.pending.filter(({ id }) => id !== commandId)
  return renumber({ ...kept, pending, refused: [...kept.refused, ...refused] }, newDevice)
}
