import type { ErrorCode } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import type { Problem } from '#contract/validate.ts'

/** Something the caller did or asked for that cannot be. Anything else thrown is a bug of ours. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly key: MessageKey
  /** By field. */
  readonly problems: Record<string, Problem> | undefined
  /** When trying again may help. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, key: MessageKey, problems?: Record<string, Problem>, retryAfterSeconds?: number) {
    super(key)
    this.code = code
    this.key = key
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A refusal that concerns one field. */
export const refuseField = (field: string, key: MessageKey, code: ErrorCode = 'invalid') =>
  new Refusal(code, code === 'invalid' ? 'invalidRequest' : key, { [field]: { key, params: {} } })

/** `const project = found(await findProject(…), 'projectNotFound')`: another's row is as missing as one that never was. */
export function assertFound<T>(value: T | undefined, key: MessageKey): T {
  if (value === undefined) throw new Refusal('not-found', key)
  return value
}
