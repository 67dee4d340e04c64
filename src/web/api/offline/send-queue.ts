import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { type QueuedRequest, type QueuedMutation, isBlockedByTimerCommand } from './mutation-queue.ts'
import type { Outbox } from './mutation-outbox.ts'
import { currentUserId } from '#web/api/session.ts'

export interface RejectedMutation {
  mutation: QueuedMutation
  error: ApiError
}

/** Until the server is silent, has yet to hear of the timer, or has it all. What was answered waits no longer. */
export async function sendQueue(outbox: Outbox, owner: string) {
  const refused: RejectedMutation[] = []
  let sent = 0
  for (;;) {
    const [change] = await outbox.read(owner)
    if (change === undefined || currentUserId() !== owner || (await isBlockedByTimerCommand(change)))
      return { sent, refused }
    try {
      for (const one of change.requests) await sendRequest(one)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isFinal(error)) return { sent, refused }
      refused.push({ mutation: change, error })
    }
    await outbox.remove(change.key)
    sent += 1
  }
}

/** Whatever was kept is answered with something, but for what is deleted. */
const NOT_NULL = z.unknown().check(z.refine((answer) => answer !== null))

async function sendRequest({ method, path, ...input }: QueuedRequest) {
  const reply = method === 'DELETE' ? z.null() : NOT_NULL
  try {
    await call({ method, path, summary: '', reply }, input as Input<Endpoint>)
  } catch (error) {
    // What is gone already need not be deleted.
    if (method !== 'DELETE' || !(error instanceof ApiError) || error.code !== 'not-found') throw error
  }
}

/** Whether the server will answer the same however often the request is repeated. */
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

const isFinal = (error: ApiError) => IS_FINAL[error.code]
