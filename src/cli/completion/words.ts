import {
  COMMAND_NAMES,
  type CommandName,
  commandOf,
  NAMED_KINDS,
  type OptionName,
  optionOf,
  OPTIONS,
  optionsOf,
  type ValueKind,
} from '#cli/command-table.ts'

/** The options that a shell completes after a command. */
export const flagsOf = (name: OptionName) => {
  const { short } = optionOf(name)
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]
}

export const isNamed = (value: ValueKind | undefined): value is (typeof NAMED_KINDS)[number] =>
  NAMED_KINDS.some((kind) => kind === value)

export const choicesOf = (value: ValueKind | undefined): readonly string[] =>
  value === undefined || typeof value === 'string' ? [] : value

/** Options whose value is a name or one of several words. */
export const OPTIONS_WITH_VALUES = (Object.keys(OPTIONS) as OptionName[]).filter(
  (name) => optionOf(name).value !== undefined,
)

/** The words that may follow a command as arguments. */
export function argumentWordsOf(name: CommandName): readonly string[] {
  if (name === 'help') return COMMAND_NAMES
  return (commandOf(name).arguments ?? []).flatMap(({ value }) => choicesOf(value))
}

export const wordsAfter = (name: CommandName) => [...argumentWordsOf(name), ...optionsOf(name).flatMap(flagsOf)]
