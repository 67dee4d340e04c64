import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { currentUserId } from '#web/api/session.ts'
import type { Outbox } from './mutation-outbox.ts'
import { isBlockedByTimerCommand, type QueuedMutation, type QueuedRequest } from './mutation-queue.ts'

export interface RejectedMutation {
  mutation: QueuedMutation
  error: ApiError
}

/** Sends the queue in order until it is empty, a request must be retried, or a timer command has to go first. */
export async function sendQueue(outbox: Outbox, owner: string) {
  const rejected: RejectedMutation[] = []
  let sent = 0
  for (;;) {
    const [mutation] = await outbox.read(owner)
    if (mutation === undefined || currentUserId() !== owner || (await isBlockedByTimerCommand(mutation)))
      return { sent, rejected }
    try {
      for (const request of mutation.requests) await sendRequest(request)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!IS_FINAL[error.code]) return { sent, rejected }
      rejected.push({ mutation, error })
    }
    await outbox.remove(mutation.key)
    sent += 1
  }
}

/** The server replies to all but DELETE with JSON. The HTML page of a captive portal is read as null. */
const NOT_NULL = z.unknown().check(z.refine((reply) => reply !== null))

async function sendRequest({ method, path, ...input }: QueuedRequest) {
  const reply = method === 'DELETE' ? z.null() : NOT_NULL
  try {
    await call({ method, path, summary: '', reply }, input as Input<Endpoint>)
  } catch (error) {
    // The item was already deleted, for instance by a request whose reply was lost.
    if (method !== 'DELETE' || !(error instanceof ApiError) || error.code !== 'not-found') throw error
  }
}

/** Whether repeating the request would only get the same error. */
const IS_FINAL: Record<ApiErrorCode, boolean> = {
  invalid: true,
  'not-found': true,
  conflict: true,
  'too-large': true,
  unsupported: true,
  'no-token': true,
  offline: false,
  timeout: false,
  unavailable: false,
  internal: false,
  'rate-limited': false,
  'bad-reply': false,
  'foreign-reply': false,
  // The same user may sign in again.
  unauthenticated: false,
}
