import type { Language } from '#core/language.ts'
import type { Account } from './account.ts'
import type { ParsedArguments } from './parse-arguments.ts'
import type { Translate } from './texts/text.ts'

/** Where a command reads and writes. */
export interface Terminal {
  /** Writes results. */
  print: (text: string) => void
  /** Writes what belongs to no result, such as hints. */
  warn: (text: string) => void
  /** Columns of the terminal; undefined if the output goes to a file or another program. */
  columns: number | undefined
  isColored: boolean
  /** Whether somebody can answer. */
  isInteractive: boolean
}

/** Everything that a command depends on. */
export interface Context {
  given: ParsedArguments
  terminal: Terminal
  language: Language
  text: Translate
  environment: NodeJS.ProcessEnv
  now: () => number
  newId: () => string
  /** Aborted by Ctrl+C. */
  signal: AbortSignal
  /** Opens the account of the stored login. */
  account: () => Promise<Account>
}

/** Runs a command. It throws a `CliError` for everything that the user can mend. */
export type Run = (context: Context) => Promise<void>
