import type { ErrorCode } from '#contract/errors.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import type { Problem } from '#contract/validate.ts'

/** Something the caller did or asked for that cannot be. Anything else thrown is a bug of ours. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly key: MessageKey
  readonly problems: Record<string, Problem> | undefined

  constructor(code: ErrorCode, key: MessageKey, problems?: Record<string, Problem>) {
    super(key)
    this.code = code
    this.key = key
    this.problems = problems
  }
}
