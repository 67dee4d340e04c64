import { COMMAND_NAMES, optionOf } from '#cli/command-table.ts'
import { choicesOf, flagsOf, isNamed, OPTIONS_WITH_VALUES, wordsAfter } from './words.ts'

export function writeBash(): string {
  const values = OPTIONS_WITH_VALUES.map((name) => {
    const { value } = optionOf(name)
    return `    ${flagsOf(name).join('|')}) ${completeValue(value)} ;;`
  })
  const commands = COMMAND_NAMES.map((name) => `    ${name}) words='${wordsAfter(name).join(' ')}' ;;`)
  return `# Completion of ritmo for bash. Load it with: source <(ritmo completion bash)
_ritmo_names() {
  local typed=$1 kind=$2 name
  while IFS= read -r name; do
    case $typed in
      [\\"\\']*) [[ $name == "\${typed:1}"* ]] && COMPREPLY+=("$name") ;;
      *)
        printf -v name '%q' "$name"
        [[ $name == "$typed"* ]] && COMPREPLY+=("$name")
        ;;
    esac
  done < <(ritmo completion "$kind" 2>/dev/null)
}

_ritmo() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${COMMAND_NAMES.join(' ')}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${values.join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${commands.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -F _ritmo ritmo`
}

function completeValue(value: Parameters<typeof choicesOf>[0]) {
  if (isNamed(value)) return `_ritmo_names "$current" ${value}; return`
  if (value === 'file') return 'compopt -o default; return'
  const choices = choicesOf(value)
  return choices.length === 0 ? 'return' : `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return`
}
