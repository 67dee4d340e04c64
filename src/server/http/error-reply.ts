import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { labelOf } from '#contract/messages/field-labels.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { type Language, negotiateLanguage } from '#core/language.ts'
import { isUniqueViolation, isTransientError } from '#server/db/error-classification.ts'
import { Refusal } from '#server/errors.ts'

const RETRY_AFTER_SECONDS = 1

const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'scope-required': 403,
  'second-factor-required': 401,
  'two-factor-not-set-up': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  timeout: 408,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
}

/** Replies to anything that was thrown with an `ErrorBody` in the language of the caller. */
export async function replyToError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  if (refusal.replyAt !== undefined) await sleep(Math.max(0, refusal.replyAt - performance.now()))
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed')
  if (isTransientError(error)) request.log.warn({ err: error }, 'database unavailable')
  if (refusal.code === 'rate-limited') request.log.warn({ route: request.routeOptions.url }, 'too many attempts')
  return sendRefusal(refusal, request, reply)
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  // A client that is too slow is cut off: it may be sending still.
  if (refusal.code === 'timeout') reply.header('connection', 'close')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(STATUS[refusal.code]).send(errorBody(refusal, languageOf(request)))
}

function errorBody(refusal: Refusal, language: Language): ErrorBody {
  const seconds = refusal.retryAfterSeconds ?? 0
  const problems = Object.entries(refusal.problems ?? {})
  const details = problems.map(([field, { key, params }]) => [field, formatMessage(language, key, params)] as const)
  const message =
    firstReason(refusal, language) ??
    formatMessage(language, refusal.key, { seconds, minutes: Math.ceil(seconds / 60) })
  return {
    ok: false,
    code: refusal.code,
    message,
    error: message,
    ...(details.length > 0 && { details: Object.fromEntries(details) }),
  }
}

/** Messages that do not tell what they are about. */
const NEEDS_LABEL: MessageKey[] = [
  'required',
  'invalidValue',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooLarge',
  'tooMany',
  'quotaReached',
  'invalidTime',
  'timeOutOfRange',
]

/** The first problem as a sentence of its own, because many clients show nothing but `message`. */
function firstReason({ key, problems = {} }: Refusal, language: Language) {
  const [first] = Object.entries(problems)
  if (key !== 'invalidRequest' || first === undefined) return undefined
  const [field, problem] = first
  const reason = formatMessage(language, problem.key, problem.params)
  return NEEDS_LABEL.includes(problem.key) ? `${labelOf(language, field)}: ${reason}` : reason
}

/** Replies to bytes that Node could not parse as HTTP. There is no request, so it writes to the socket itself. */
export function replyToClientError(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, refusal] = CLIENT_ERRORS[error.code ?? ''] ?? OTHER_CLIENT_ERROR
    const body = JSON.stringify(errorBody(refusal, 'en'))
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  }
}

const CLIENT_ERRORS: Record<string, [status: string, refusal: Refusal]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', new Refusal('too-large', 'tooMuchData')],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', new Refusal('timeout', 'timeout')],
}
const OTHER_CLIENT_ERROR: (typeof CLIENT_ERRORS)[string] = [
  '400 Bad Request',
  new Refusal('invalid', 'malformedRequest'),
]

export const languageOf = (request: FastifyRequest) =>
  negotiateLanguage(request.headers['accept-language']) ?? request.userLanguage ?? 'en'

/** Refusals for the status codes of Fastify's own errors, such as a body that it cannot parse. */
const FRAMEWORK_REFUSALS: Record<number, [ErrorCode, MessageKey]> = {
  400: ['invalid', 'malformedRequest'],
  408: ['timeout', 'timeout'],
  413: ['too-large', 'tooMuchData'],
  414: ['invalid', 'malformedRequest'],
  415: ['unsupported', 'unsupportedType'],
  503: ['unavailable', 'unavailable'],
}

const OTHER_REFUSAL: [ErrorCode, MessageKey] = ['invalid', 'malformedRequest']

function toRefusal(error: FastifyError) {
  if (error instanceof Refusal) return error
  // Two requests tried to create the same row at the same moment: the database accepted one of them.
  if (isUniqueViolation(error)) return new Refusal('conflict', 'conflict')
  if (isTransientError(error)) return new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS)
  const { statusCode = 500 } = error
  const [code, key] = FRAMEWORK_REFUSALS[statusCode] ?? (statusCode < 500 ? OTHER_REFUSAL : ['internal', 'internal'])
  return new Refusal(code, key)
}
