import type { ErrorCode } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import type { Problem } from '#contract/validate.ts'

/** An expected error that the caller can fix. Any other exception is a bug, or a failure of the database. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly key: MessageKey
  /** Problems of single fields. */
  readonly problems: Record<string, Problem> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The time of `performance.now()` before which the reply is not sent. */
  replyAt: number | undefined

  constructor(code: ErrorCode, key: MessageKey, problems?: Record<string, Problem>, retryAfterSeconds?: number) {
    super(key)
    this.code = code
    this.key = key
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Makes the reply wait, so that its delay reveals nothing. */
export const delayUntil = (refusal: Refusal, replyAt: number) => Object.assign(refusal, { replyAt })

/** A refusal because of one field. */
export const refuseField = (field: string, key: MessageKey, code: ErrorCode = 'invalid') =>
  new Refusal(code, code === 'invalid' ? 'invalidRequest' : key, { [field]: { key, params: {} } })

/**
 * `const project = assertFound(await findProject(…), 'projectNotFound')`: a row of another user is refused like one
 * that does not exist.
 */
export function assertFound<T>(value: T | undefined, key: MessageKey): T {
  if (value === undefined) throw new Refusal('not-found', key)
  return value
}
