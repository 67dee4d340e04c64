import type { ErrorCode } from '#contract/errors.ts'

/**
 * `offline`: no reply arrived. `bad-reply`: the reply does not match the contract. `no-token`: a sign-in returned none.
 * `foreign-reply`: a proxy or another server refused the request. `missing-token`: there is no session to send it with.
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad-reply' | 'foreign-reply' | 'no-token' | 'missing-token'

interface ApiErrorOptions {
  /** The server's message, if it sent one. */
  message?: string | undefined
  /** The problems of invalid fields, by field name. */
  details?: Record<string, string> | undefined
  status?: number | undefined
}

/** The only error with which a call fails. `error-message.ts` turns it into a message for the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly details: Record<string, string>
  readonly status: number | undefined

  constructor(code: ApiErrorCode, { message, details, status }: ApiErrorOptions = {}) {
    super(message)
    this.code = code
    this.details = details ?? {}
    this.status = status
  }
}

/**
 * `unreachable`: the request may not have reached the server. `retry-later`: the server did not decide about it.
 * `refused`: repeating it would get the same reply.
 */
export type Failure = 'unreachable' | 'retry-later' | 'refused'

const GATEWAY_STATUSES = [502, 503, 504]

const FAILURES: Record<ApiErrorCode, Failure> = {
  offline: 'unreachable',
  timeout: 'retry-later',
  unavailable: 'retry-later',
  internal: 'retry-later',
  'rate-limited': 'retry-later',
  'bad-reply': 'retry-later',
  'foreign-reply': 'retry-later',
  // The same user may sign in again.
  unauthenticated: 'retry-later',
  forbidden: 'refused',
  'scope-required': 'refused',
  'second-factor-required': 'refused',
  // What waits to be sent is sent when it is set up.
  'two-factor-not-set-up': 'retry-later',
  invalid: 'refused',
  'not-found': 'refused',
  conflict: 'refused',
  'too-large': 'refused',
  unsupported: 'refused',
  'method-not-allowed': 'refused',
  'no-token': 'refused',
  'missing-token': 'refused',
}

/** The only place that decides whether a failed request is worth repeating. Undefined for a bug. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof ApiError)) return undefined
  // A proxy replied in place of the server.
  return GATEWAY_STATUSES.includes(error.status ?? 0) ? 'unreachable' : FAILURES[error.code]
}

export const isServerUnreachable = (error: unknown) => failureOf(error) === 'unreachable'
