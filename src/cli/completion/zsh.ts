import {
  COMMAND_NAMES,
  type CommandName,
  type OptionName,
  optionOf,
  optionsOf,
  optionText,
} from '#cli/command-table.ts'
import type { Translate } from '#cli/texts/text.ts'
import { argumentWordsOf, choicesOf, flagsOf, isNamed } from './words.ts'

export function writeZsh(text: Translate): string {
  const commands = COMMAND_NAMES.map((name) => `    '${name}:${quote(text(`command.${name}`))}'`)
  const cases = COMMAND_NAMES.map((name) => `      ${name}) _arguments ${argumentsOf(name, text)} ;;`)
  return `#compdef ritmo
# Completion of ritmo for zsh. Load it with: source <(ritmo completion zsh)
_ritmo_names() {
  local -a names
  names=("\${(@f)$(ritmo completion $1 2>/dev/null)}")
  compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -a names
}

_ritmo() {
  local -a commands
  local state
  commands=(
${commands.join('\n')}
  )
  _arguments -C '1: :->command' '*:: :->arguments'
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}

if [ "$funcstack[1]" = _ritmo ]; then _ritmo "$@"; else compdef _ritmo ritmo; fi`
}

function argumentsOf(name: CommandName, text: Translate) {
  const words = argumentWordsOf(name)
  const options = optionsOf(name).map((option) => specOf(option, text))
  return [...options, words.length === 0 ? `'*: : '` : `'*: :(${words.join(' ')})'`].join(' ')
}

function specOf(name: OptionName, text: Translate) {
  const { value, isRepeated } = optionOf(name)
  const description = `[${quote(text(optionText(name)))}]`
  const action = value === undefined ? '' : `:${name}:${actionOf(value)}`
  const flags = flagsOf(name)
  const repeated = isRepeated ? '*' : ''
  if (flags.length === 1) return `'${repeated}${flags[0]}${description}${action}'`
  return `'(${flags.join(' ')})'{${flags.join(',')}}'${description}${action}'`
}

function actionOf(value: Parameters<typeof choicesOf>[0]) {
  if (isNamed(value)) return `_ritmo_names ${value}`
  if (value === 'file') return '_files'
  const choices = choicesOf(value)
  return choices.length === 0 ? ' ' : `(${choices.join(' ')})`
}

/** Brackets and colons separate the parts of a specification. */
const quote = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "'\\''")
    .replaceAll(/[[\]:]/g, '\\$&')
