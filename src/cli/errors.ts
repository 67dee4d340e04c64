import type { TextKey } from './texts/en.ts'
import type { TextParams } from './texts/text.ts'

/** The exit codes of the command. docs/cli.md explains them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notSignedIn: 3, unreachable: 4, interrupted: 130 } as const

/** An expected failure, which is told in one sentence. */
export class CliError extends Error {
  override name = 'CliError'
  readonly key: TextKey
  readonly params: TextParams
  readonly exitCode: number

  constructor(key: TextKey, params: TextParams = {}, exitCode: number = EXIT.failed) {
    super(key)
    this.key = key
    this.params = params
    this.exitCode = exitCode
  }
}

/** Why the system refuses a file, without its path. */
export const reasonOf = (error: unknown) => (error as Error).message.split(',', 1)[0]!

/** The user has typed something that cannot be understood. `candidates`: what may have been meant. */
export class UsageError extends CliError {
  override name = 'UsageError'
  readonly candidates: readonly string[]

  constructor(key: TextKey, params: TextParams = {}, candidates: readonly string[] = []) {
    super(key, params, EXIT.usage)
    this.candidates = candidates
  }
}
