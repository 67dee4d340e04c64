import {
  COMMAND_NAMES,
  type CommandName,
  type OptionName,
  optionOf,
  optionsOf,
  optionText,
} from '#cli/command-table.ts'
import type { Translate } from '#cli/texts/text.ts'
import { argumentWordsOf, choicesOf, isNamed } from './words.ts'

export function writeFish(text: Translate): string {
  const commands = COMMAND_NAMES.map(
    (name) => `complete -c ritmo -n __fish_use_subcommand -a ${name} -d ${quote(text(`command.${name}`))}`,
  )
  const details = COMMAND_NAMES.flatMap((name) => [
    ...argumentWordsOf(name).map((word) => `complete -c ritmo -n ${isIn(name)} -a ${quote(word)}`),
    ...optionsOf(name).map((option) => `complete -c ritmo -n ${isIn(name)} ${specOf(option, text)}`),
  ])
  return `# Completion of ritmo for fish. Load it with: ritmo completion fish | source
complete -c ritmo -f
${[...commands, ...details].join('\n')}`
}

const isIn = (name: CommandName) => `'__fish_seen_subcommand_from ${name}'`

function specOf(name: OptionName, text: Translate) {
  const { short, value } = optionOf(name)
  const flags = `${short === undefined ? '' : `-s ${short} `}-l ${name}`
  return `${flags}${valueOf(value)} -d ${quote(text(optionText(name)))}`
}

function valueOf(value: Parameters<typeof choicesOf>[0]) {
  if (value === undefined) return ''
  if (value === 'file') return ' -r -F'
  if (isNamed(value)) return ` -x -a '(ritmo completion ${value} 2>/dev/null)'`
  const choices = choicesOf(value)
  return choices.length === 0 ? ' -x' : ` -x -a ${quote(choices.join(' '))}`
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
