import { DEFAULT_STATUS_LINE } from '#core/command-line/status-line.ts'
import { findSimilar } from '#core/command-line/match-name.ts'
import {
  COMMAND_NAMES,
  type CommandName,
  commandOf,
  isCommand,
  optionsOf,
  optionText,
  writeArgument,
  writeOption,
  writeUsage,
} from '#cli/command-table.ts'
import type { Context } from '#cli/context.ts'
import { UsageError } from '#cli/errors.ts'
import { bold, layOut } from '#cli/output/table.ts'

export async function run(context: Context) {
  const [typed] = context.given.positionals
  if (typed === undefined) return explainAll(context)
  if (!isCommand(typed)) {
    const similar = findSimilar(COMMAND_NAMES, typed, String)
    throw new UsageError('error.unknownCommand', { name: typed }, similar)
  }
  explain(context, typed)
}

function explainAll({ terminal, text }: Context) {
  terminal.print(`${text('tagline')}\n`)
  terminal.print(bold(`${text('usage')}: ritmo <command> [options]\n`, terminal.isColored))
  terminal.print(bold(text('commands'), terminal.isColored))
  const rows = COMMAND_NAMES.map((name) => [`  ${name}`, text(`command.${name}`)])
  for (const line of layOut(rows, [{}, {}])) terminal.print(line)
  terminal.print(`\n${text('moreHelp')}`)
}

function explain({ terminal, text }: Context, name: CommandName) {
  const { arguments: list = [], examples = [] } = commandOf(name)
  terminal.print(`${text(`command.${name}`)}\n`)
  terminal.print(bold(`${text('usage')}: ${writeUsage(name)}`, terminal.isColored))
  const sections = [
    [text('arguments'), list.map((argument) => [`  ${writeArgument(argument)}`, text(`argument.${argument.name}`)])],
    [
      text('options'),
      optionsOf(name).map((option) => [
        `  ${writeOption(option)}`,
        text(optionText(option), { example: DEFAULT_STATUS_LINE }),
      ]),
    ],
  ] as const
  for (const [title, rows] of sections) {
    if (rows.length === 0) continue
    terminal.print(`\n${bold(title, terminal.isColored)}`)
    for (const line of layOut(rows, [{}, {}])) terminal.print(line)
  }
  if (examples.length > 0) terminal.print(`\n${examples.map((example) => `  $ ${example}`).join('\n')}`)
}
