import { DEFAULT_STATUS_LINE } from '#core/command-line/status-line.ts'
import { PERIOD_WORDS } from '#core/command-line/read-day.ts'
import type { TextKey } from './texts/en.ts'

/** The kind of a value decides how shells complete it. */
export type ValueKind =
  | 'project'
  | 'task'
  | 'tag'
  | 'preset'
  | 'text'
  | 'file'
  | 'address'
  | 'time'
  | 'day'
  | 'words'
  | 'number'
  | readonly string[]

interface OptionSpec {
  short?: string
  /** Missing for a switch. */
  value?: ValueKind
  isRepeated?: true
}

export const GROUPINGS = ['project', 'client', 'task', 'tag', 'day', 'week', 'month'] as const
export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf', 'json'] as const
export const SHELLS = ['bash', 'zsh', 'fish'] as const
/** The completion scripts ask for the names of these. */
export const NAMED_KINDS = ['project', 'task', 'tag', 'preset'] as const

/** Every option, with the same meaning in each command. */
export const OPTIONS = {
  help: { short: 'h' },
  version: { short: 'V' },
  json: {},
  csv: {},
  url: { value: 'address' },
  token: { value: 'text' },
  force: {},
  line: {},
  template: { value: 'text' },
  watch: { short: 'w' },
  project: { short: 'p', value: 'project' },
  task: { short: 't', value: 'task' },
  tag: { value: 'tag', isRepeated: true },
  note: { short: 'n', value: 'text' },
  preset: { value: 'preset' },
  stopwatch: {},
  discard: {},
  yes: { short: 'y' },
  from: { value: 'time' },
  to: { value: 'time' },
  date: { short: 'd', value: 'day' },
  yesterday: {},
  by: { value: GROUPINGS },
  search: { value: 'words' },
  limit: { value: 'number' },
  format: { value: EXPORT_FORMATS },
  output: { short: 'o', value: 'file' },
  all: { short: 'a' },
} as const satisfies Record<string, OptionSpec>
export type OptionName = keyof typeof OPTIONS

export const optionOf = (name: OptionName): OptionSpec => OPTIONS[name]

type ArgumentName = 'duration' | 'note' | 'period' | 'shell' | 'command'

interface ArgumentSpec {
  name: ArgumentName
  isRequired?: true
  /** Takes all further arguments. */
  isRest?: true
  value?: ValueKind
}

export interface CommandSpec {
  arguments?: readonly ArgumentSpec[]
  options?: readonly OptionName[]
  /** An example of a value. */
  examples?: readonly string[]
}

const SUBJECT = ['project', 'task', 'tag', 'note'] as const
const PERIOD = { name: 'period', value: PERIOD_WORDS } as const

/** Every command. Help, completion, the man page and docs/cli.md are made from this table. */
export const COMMANDS = {
  login: {
    options: ['url', 'token', 'force'],
    examples: ['ritmo login', 'ritmo login --url https://ritmo.example.org --token - < token.txt'],
  },
  logout: { options: ['force'] },
  status: {
    options: ['line', 'template', 'watch', 'json'],
    examples: ['ritmo status', 'ritmo status --line', `ritmo status --line --template '${DEFAULT_STATUS_LINE}'`],
  },
  start: {
    options: [...SUBJECT, 'preset', 'stopwatch', 'json'],
    examples: ['ritmo start -p Website -t Homepage', 'ritmo start -p Website --stopwatch -n "Proof reading"'],
  },
  pause: { options: ['json'] },
  resume: { options: ['json'] },
  skip: { options: ['json'] },
  switch: {
    options: [...SUBJECT, 'preset', 'stopwatch', 'json'],
    examples: ['ritmo switch -p Website -t Homepage'],
  },
  stop: {
    options: ['discard', 'yes', 'json'],
    examples: ['ritmo stop', 'ritmo stop --discard --yes'],
  },
  add: {
    arguments: [{ name: 'duration' }, { name: 'note', isRest: true }],
    options: ['project', 'task', 'tag', 'note', 'from', 'to', 'date', 'yesterday', 'json'],
    examples: [
      'ritmo add 45m -p Website "Proof reading"',
      'ritmo add --from 9:00 --to 10:15 --yesterday -p Website -t Homepage',
    ],
  },
  log: {
    arguments: [PERIOD],
    options: ['project', 'task', 'tag', 'search', 'limit', 'json'],
    examples: ['ritmo log', 'ritmo log week -p Website'],
  },
  report: {
    arguments: [PERIOD],
    options: ['by', 'project', 'task', 'tag', 'search', 'json', 'csv'],
    examples: ['ritmo report', 'ritmo report month --by task -p Website', 'ritmo report last-week --csv'],
  },
  export: {
    arguments: [PERIOD],
    options: ['format', 'output', 'project', 'task', 'tag', 'search'],
    examples: ['ritmo export last-month --format csv', 'ritmo export 2026 --format json -o -'],
  },
  projects: { options: ['all', 'json'] },
  tasks: {
    options: ['project', 'all', 'json'],
    examples: ['ritmo tasks -p Website'],
  },
  mcp: {},
  completion: {
    arguments: [{ name: 'shell', isRequired: true, value: SHELLS }],
    examples: ['ritmo completion bash'],
  },
  help: { arguments: [{ name: 'command' }] },
} as const satisfies Record<string, CommandSpec>
export type CommandName = keyof typeof COMMANDS

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name)

export const commandOf = (name: CommandName): CommandSpec => COMMANDS[name]

/** The options of a command, those of every command included. */
export const optionsOf = (name: CommandName): readonly OptionName[] => [...(commandOf(name).options ?? []), 'help']

/** Options whose meaning is not that of the option's name alone. */
export const optionText = (name: OptionName): TextKey => `option.${name}`

/** `<period>`, `[note…]` */
export function writeArgument({ name, isRequired, isRest }: ArgumentSpec) {
  const written = isRest ? `${name}…` : name
  return isRequired ? `<${written}>` : `[${written}]`
}

/** `-p, --project <project>` */
export function writeOption(name: OptionName) {
  const { short, value } = optionOf(name)
  const placeholder = value === undefined ? '' : ` <${typeof value === 'string' && value !== 'text' ? value : name}>`
  return `${short === undefined ? '' : `-${short}, `}--${name}${placeholder}`
}

/** `ritmo add [duration] [note…] [options]` */
export function writeUsage(name: CommandName) {
  const { arguments: list = [] } = commandOf(name)
  return ['ritmo', name, ...list.map(writeArgument), '[options]'].join(' ')
}
