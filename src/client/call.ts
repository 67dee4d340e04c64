import * as z from 'zod/mini'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { fillPath } from '#contract/fill-path.ts'

/** `offline`: no reply arrived. `bad-reply`: the reply is not one of this product. */
export type CallErrorCode = ErrorCode | 'offline' | 'bad-reply'

/** The only error with which a call fails. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: CallErrorCode
  /** The problems of invalid fields, by field name. */
  readonly details: Record<string, string>

  constructor(code: CallErrorCode, message = '', details: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

export interface OutgoingRequest {
  method: Endpoint['method']
  /** Below the address of the server, with the query. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Sends a request. It fails only if no reply arrives. */
export type Send = (request: OutgoingRequest) => Promise<{ status: number; json: () => Promise<unknown> }>

/** Calls an endpoint of the contract. Fails only with `CallError`. */
export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

interface RequestParts {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

export function createCall(send: Send): Call {
  return async (endpoint, input) => {
    const response = await send(toRequest(endpoint, input)).catch(() => {
      throw new CallError('offline')
    })
    const body = await response.json().catch(() => undefined)
    if (response.status >= 400) throw toCallError(body)
    const reply = z.safeParse(z.object({ ok: z.literal(true), data: endpoint.reply }), body)
    if (!reply.success) throw new CallError('bad-reply')
    return reply.data.data as never
  }
}

/** The request for an endpoint, without the headers of the sender. */
export function toRequest<E extends Endpoint>({ method, path }: E, input: Input<E>): OutgoingRequest {
  // TypeScript cannot relate the input of a generic endpoint to its parts.
  const { params = {}, query = {}, body } = input as RequestParts
  const filled = fillPath(path, params)
  if (filled === undefined) throw new CallError('invalid')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  const json = body === undefined ? undefined : JSON.stringify(body)
  return {
    method,
    path: `/api${filled}${search}`,
    headers: json === undefined ? {} : { 'content-type': 'application/json' },
    ...(json !== undefined && { body: json }),
  }
}

/** A refusal of the server; another body is that of a proxy or of another program. */
export function toCallError(body: unknown) {
  const refusal = z.safeParse(ErrorBody, body)
  if (!refusal.success) return new CallError('bad-reply')
  const { code, message, details } = refusal.data
  return new CallError(code, message, details)
}

/** Whether the token is not meant for this request. */
export const isForbidden = ({ code }: CallError) => ['forbidden', 'scope-required'].includes(code)
