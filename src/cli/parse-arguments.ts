import { parseArgs } from 'node:util'
import { findSimilar } from '#core/command-line/match-name.ts'
import {
  COMMAND_NAMES,
  commandOf,
  type CommandName,
  isCommand,
  type OptionName,
  optionOf,
  OPTIONS,
  optionsOf,
} from './command-table.ts'
import { UsageError } from './errors.ts'

export interface ParsedArguments {
  command: CommandName
  positionals: readonly string[]
  has: (name: OptionName) => boolean
  /** The last value of an option. */
  value: (name: OptionName) => string | undefined
  values: (name: OptionName) => readonly string[]
}

const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[]

const PARSER_OPTIONS = Object.fromEntries(
  OPTION_NAMES.map((name) => {
    const { short, value } = optionOf(name)
    return [name, { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) }]
  }),
)

/** Reads a command line. Without a command it is `help`, and `--help` asks for the help of its command. */
export function parseArguments(given: readonly string[]): ParsedArguments {
  const { tokens } = parseArgs({
    args: [...given],
    options: PARSER_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options = tokens.filter((token) => token.kind === 'option')
  const [typed, ...positionals] = tokens.filter((token) => token.kind === 'positional').map(({ value }) => value)
  const isHelp = options.some(({ name }) => name === 'help')
  const command = typed === undefined ? 'help' : toCommand(typed)
  if (isHelp || (typed === undefined && options.every(({ name }) => name === 'version')))
    return readerOf('help', typed === undefined || command === 'help' ? positionals : [command], options)
  for (const option of options) checkOption(command, option)
  checkPositionals(command, positionals)
  return readerOf(command, positionals, options)
}

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function readerOf(command: CommandName, positionals: readonly string[], options: readonly OptionToken[]) {
  const values = (name: OptionName) => options.filter((option) => option.name === name).map(({ value = '' }) => value)
  return {
    command,
    positionals,
    has: (name: OptionName) => values(name).length > 0,
    value: (name: OptionName) => values(name).at(-1),
    values,
  }
}

function toCommand(typed: string): CommandName {
  if (isCommand(typed)) return typed
  throw new UsageError('error.unknownCommand', { name: typed }, findSimilar(COMMAND_NAMES, typed, String))
}

function checkOption(command: CommandName, { name, rawName, value, inlineValue }: OptionToken) {
  const known = optionsOf(command).find((known) => known === name)
  if (known === undefined) {
    const similar = findSimilar(optionsOf(command), name, String)
    throw new UsageError(
      'error.unknownOption',
      { name: rawName },
      similar.map((known) => `--${known}`),
    )
  }
  const takesValue = optionOf(known).value !== undefined
  if (!takesValue && value !== undefined) throw new UsageError('error.unexpectedValue', { name: rawName })
  // A forgotten value would otherwise swallow the next option.
  const isForgotten = value === undefined || (!inlineValue && /^-./.test(value))
  if (takesValue && isForgotten) throw new UsageError('error.missingValue', { name: rawName })
}

function checkPositionals(command: CommandName, positionals: readonly string[]) {
  const { arguments: declared = [] } = commandOf(command)
  const missing = declared[positionals.length]
  if (missing?.isRequired) throw new UsageError('error.missingArgument', { name: missing.name })
  const extra = positionals[declared.length]
  if (extra !== undefined && declared.at(-1)?.isRest === undefined)
    throw new UsageError('error.unexpectedArgument', { value: extra })
}

/** Returns the value as one of the choices. */
export function chooseFrom<Choice extends string>(choices: readonly Choice[], value: string): Choice {
  const choice = choices.find((choice) => choice === value.toLowerCase())
  if (choice === undefined) throw new UsageError('error.choice', { value, names: choices.join(', ') })
  return choice
}
