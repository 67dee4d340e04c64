import type { Maintenance } from './administration/administration.ts'
import type { TimerMessage } from './input/timer-message.ts'
import type { TimerReply, TimerSnapshot } from './timer.ts'

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

/** The whole state, sent with every message. Clients that are not legacy clients read only this. */
interface SnapshotUpdate {
  rev: number
  snapshot: TimerSnapshot
}

/**
 * `rate`: too many events; `invalid`: the message cannot be read because of this field; `scope-required`: the access token
 * lacks a scope, which the message names in the user's language.
 */
interface SocketError {
  error: string
  field?: string
  message?: string
}

type ReplyCallback = (reply: TimerReply | SocketError) => void

export type ClientToServer = {
  [Name in TimerEventName]: (message: TimerMessage, onReply?: ReplyCallback) => void
} & {
  'timer:requestSync': (message?: unknown, onReply?: (snapshot: TimerSnapshot) => void) => void
  /** Requests the time of the server's clock. */
  'timer:clock': (onReply?: (now: number) => void) => void
}

/** Why a session has ended. */
export type RevocationReason = 'signed-out' | 'expired' | 'deleted' | 'disabled'

export type ServerToClient = {
  [Name in TimerEventName]: (message: TimerMessage & Partial<SnapshotUpdate> & { userId?: string }) => void
} & {
  'timer:requestState': (message: { timestamp: number }) => void
  /** A change that none of the six events describes. */
  'timer:state': (update: SnapshotUpdate) => void
  /** How long a random wait the client should add before it reconnects. */
  'connection:spread': (message: { ms: number }) => void
  /** Another request has changed items of one of the user's lists. Legacy clients do not receive it. */
  'list:changed': (message: { list: string }) => void
  /** Maintenance of the site has begun, changed or ended. Legacy clients do not receive it. */
  'site:maintenance': (maintenance: Maintenance) => void
  /** Sent before the server closes the connection because the session has ended. */
  'session:revoked': (message: { reason: RevocationReason }) => void
}
