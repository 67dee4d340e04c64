import type { ErrorCode } from '#contract/errors.ts'

/**
 * `offline`: no reply came. `bad-reply`: the contract does not know the reply. `no-token`: a sign-in brought no token.
 * `foreign-reply`: something between here and the server refused the request, a proxy for instance.
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'bad-reply' | 'foreign-reply' | 'no-token'

interface ApiErrorOptions {
  /** The server's own sentence, empty when it gave none. */
  message?: string | undefined
  /** Field name to sentence. */
  details?: Record<string, string> | undefined
  status?: number | undefined
}

/** The only way a call fails. `i18n/error-message.ts` turns it into words. */
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

/** The server itself was not heard: no answer came, or a proxy's that has none to pass on. */
export const isServerUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || GATEWAY_STATUSES.includes(error.status ?? 0))
