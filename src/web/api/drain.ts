import * as z from 'zod/mini'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { call } from './call.ts'
import { type KeptCall, type WaitingChange, waitsForPress } from './changes.ts'
import type { Outbox } from './outbox.ts'
import { currentUserId } from './session.ts'

export interface Refused {
  change: WaitingChange
  error: ApiError
}

/** Until the server is silent, has yet to hear of the timer, or has it all. What was answered waits no longer. */
export async function drain(outbox: Outbox, owner: string) {
  const refused: Refused[] = []
  let sent = 0
  for (;;) {
    const [change] = await outbox.read(owner)
    if (change === undefined || currentUserId() !== owner || (await waitsForPress(change))) return { sent, refused }
    try {
      for (const one of change.calls) await make(one)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isRefusal(error)) return { sent, refused }
      refused.push({ change, error })
    }
    await outbox.remove(change.key)
    sent += 1
  }
}

/** Whatever was kept is answered with something, but for what is deleted. */
const SOMETHING = z.unknown().check(z.refine((answer) => answer !== null))

async function make({ method, path, ...input }: KeptCall) {
  const reply = method === 'DELETE' ? z.null() : SOMETHING
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

const isRefusal = (error: ApiError) => IS_FINAL[error.code]
