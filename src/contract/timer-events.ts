import * as z from 'zod/mini'
import { Id, OptionalId, text } from './fields.ts'
import { TimerCommand, type TimerReply, type TimerSnapshot } from './timer.ts'
import { MAX_DATE, wireTime } from './input/wire-time.ts'

/** The events that clients send about their timer, and receive about the user's other clients. */
export const TIMER_EVENTS = [
  'timer:start',
  'timer:pause',
  'timer:resume',
  'timer:stop',
  'timer:tick',
  'timer:switch',
] as const
export type TimerEventName = (typeof TIMER_EVENTS)[number]

const Count = z.number().check(z.nonnegative())
const Time = wireTime<number>(0, MAX_DATE)

/**
 * Every field is optional: each event has only the part of the timer's state that it changes. Clients write null for
 * fields that they leave out.
 */
export const TimerMessage = z.object({
  timestamp: z.optional(Time),
  status: z.optional(z.enum(['idle', 'running', 'paused', 'break'])),
  mode: z.optional(z.enum(['work', 'break'])),
  elapsed: z.optional(Count),
  workDuration: z.optional(Count),
  breakDuration: z.optional(Count),
  repetitions: z.optional(Count),
  currentRepetition: z.optional(Count),
  projectId: z.optional(OptionalId),
  taskId: z.optional(OptionalId),
  notes: z.optional(text(2_000)),
  tags: z.optional(z.array(Id).check(z.maxLength(100))),
  workStartTime: z.nullish(Time),
  infiniteMode: z.optional(z.boolean()),
  infiniteElapsedTime: z.optional(Count),
  /** The time entry that an infinite timer continues. */
  selectedEntryId: z.optional(OptionalId),
  selectedPresetId: z.optional(OptionalId),
  /** False discards the focus session; with `timer:start`, the message only reports a state. */
  shouldSave: z.optional(z.boolean()),
  /** The command behind the event. Legacy clients omit it. */
  cmd: z.optional(TimerCommand),
})
export type TimerMessage = z.infer<typeof TimerMessage>

/** The whole state, sent with every message. Clients that are not legacy clients read only this. */
interface SnapshotUpdate {
  rev: number
  snapshot: TimerSnapshot
}

/** `rate`: too many events; `invalid`: the message cannot be read because of this field. */
interface SocketError {
  error: string
  field?: string
}

type ReplyCallback = (reply: TimerReply | SocketError) => void

export type ClientToServer = {
  [Name in TimerEventName]: (message: TimerMessage, onReply?: ReplyCallback) => void
} & {
  'timer:requestSync': (message?: unknown, onReply?: (snapshot: TimerSnapshot) => void) => void
  /** Requests the time of the server's clock. */
  'timer:clock': (onReply?: (now: number) => void) => void
}

export type ServerToClient = {
  [Name in TimerEventName]: (message: TimerMessage & Partial<SnapshotUpdate> & { userId?: string }) => void
} & {
  'timer:requestState': (message: { timestamp: number }) => void
  /** A change that none of the six events describes. */
  'timer:state': (update: SnapshotUpdate) => void
  /** Sent before the server closes the connection because the session has ended. */
  'session:revoked': (message: { reason: 'signed-out' | 'expired' | 'deleted' }) => void
}
