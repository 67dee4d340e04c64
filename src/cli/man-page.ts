import { DEFAULT_STATUS_LINE, STATUS_FIELDS } from '#core/command-line/status-line.ts'
import { VERSION } from '#core/version.ts'
import {
  COMMAND_NAMES,
  type CommandName,
  commandOf,
  optionsOf,
  optionText,
  writeArgument,
  writeOption,
  writeUsage,
} from './command-table.ts'
import type { Translate } from './texts/text.ts'

/** The man page in troff, from the same table as the help. */
export function writeManPage(text: Translate): string {
  return [
    `.TH RITMO 1 "" "Ritmo ${VERSION}" "User Commands"`,
    '.SH NAME',
    `ritmo \\- ${escape(text('tagline')).replace(/\.$/, '').toLowerCase()}`,
    '.SH SYNOPSIS',
    '.B ritmo',
    '.I command',
    '[options]',
    '.SH COMMANDS',
    ...COMMAND_NAMES.flatMap((name) => describeCommand(name, text)),
    '.SH STATUS LINE',
    'The fields of a template are',
    `${escape(STATUS_FIELDS.map((name) => `{${name}}`).join(', '))}.`,
    'A part in square brackets is left out if a field in it is empty.',
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, escape(meaning)]),
    '.SH FILES',
    ...FILES.flatMap(([path, meaning]) => ['.TP', `.I ${escape(path)}`, escape(meaning)]),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escape(meaning)]),
    '',
  ].join('\n')
}

const ENVIRONMENT = [
  ['RITMO_URL, RITMO_TOKEN', 'The server and the token. They take precedence over the stored login.'],
  ['LC_ALL, LC_MESSAGES, LANG', 'The language: English, Spanish or Turkish.'],
  ['NO_COLOR', 'If it is set, nothing is emphasised.'],
] as const

const FILES = [
  ['$XDG_CONFIG_HOME/ritmo/config.json', 'The server and the token.'],
  ['$XDG_STATE_HOME/ritmo/', 'What was not sent yet.'],
  ['$XDG_CACHE_HOME/ritmo/', 'The names of projects and tasks, for completion and for work without the server.'],
] as const

const EXIT_CODES = [
  [0, 'Done.'],
  [1, 'Refused or failed.'],
  [2, 'The command line cannot be understood.'],
  [3, 'Not signed in, or the token is not accepted any more.'],
  [4, 'The server does not answer.'],
] as const

function describeCommand(name: CommandName, text: Translate) {
  const { arguments: list = [], examples = [] } = commandOf(name)
  const items = [
    ...list.map((argument) => [writeArgument(argument), text(`argument.${argument.name}`)] as const),
    ...optionsOf(name).map(
      (option) => [writeOption(option), text(optionText(option), { example: DEFAULT_STATUS_LINE })] as const,
    ),
  ]
  return [
    `.SS ${escape(writeUsage(name))}`,
    `${escape(text(`command.${name}`))}.`,
    ...items.flatMap(([term, meaning]) => ['.TP', `.B ${escape(term)}`, escape(meaning)]),
    ...(examples.length === 0 ? [] : ['.PP', '.nf', ...examples.map((example) => `\\&  ${escape(example)}`), '.fi']),
  ]
}

/** A hyphen, a backslash and a dot or apostrophe at the beginning of a line have meanings in troff. */
const escape = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(['.])/gm, '\\&$1')
