import type { ErrorCode } from '#contract/errors.ts'

/**
 * `offline`: no reply arrived. `bad-reply`: the reply does not match the contract. `no-token`: a sign-in returned none.
 * `foreign-reply`: a proxy or another server refused the request.
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad-reply' | 'foreign-reply' | 'no-token'

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

const GATEWAY_STATUSES = [502, 503, 504]

/** Whether the request may not have reached the server: no reply came, or a proxy replied in its place. */
export const isServerUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || GATEWAY_STATUSES.includes(error.status ?? 0))
