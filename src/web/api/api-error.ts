import type { ErrorCode } from '#contract/errors.ts'

/**
 * `offline`: no reply came. `bad-reply`: the contract does not know the reply. `no-token`: a sign-in brought no token.
 * `foreign-reply`: something between here and the server refused the request, a proxy for instance.
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad-reply' | 'foreign-reply' | 'no-token'

interface ApiErrorOptions {
  /** The server's sentence, if it gave one. */
  message?: string | undefined
  /** What is wrong, by field name. */
  details?: Record<string, string> | undefined
  status?: number | undefined
}

/** The only error with which a call fails. `error-message.ts` turns it into a sentence. */
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
