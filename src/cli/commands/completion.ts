import { type NAMED_KINDS, SHELLS } from '#cli/command-table.ts'
import { writeBash } from '#cli/completion/bash.ts'
import { writeFish } from '#cli/completion/fish.ts'
import { writeZsh } from '#cli/completion/zsh.ts'
import type { Context } from '#cli/context.ts'
import { chooseFrom } from '#cli/parse-arguments.ts'
import { accountFiles } from '#cli/storage/account-files.ts'
import { findLogin } from '#cli/storage/login.ts'
import type { Catalogue } from '#client/catalogue.ts'
import { toTerminalText } from '#core/command-line/terminal-text.ts'

type Kind = (typeof NAMED_KINDS)[number]

const NAMES: Record<Kind, (catalogue: Catalogue) => readonly { name: string }[]> = {
  project: ({ projects }) => projects.filter(({ status }) => status === 'active'),
  task: ({ tasks }) => tasks.filter(({ status }) => status !== 'completed'),
  tag: ({ tags }) => tags,
  preset: ({ presets }) => presets,
}

const WRITERS = { bash: writeBash, zsh: writeZsh, fish: writeFish }

/** Prints the script of a shell. The scripts themselves ask for names, which come from the last reply of the server. */
export async function run({ given, terminal, text, environment, newId }: Context) {
  const [typed = ''] = given.positionals
  if (!isKind(typed)) return terminal.print(WRITERS[chooseFrom(SHELLS, typed)](text))
  const login = await findLogin(environment)
  const catalogue = login && (await accountFiles(environment, login, newId).readCatalogue())
  if (catalogue === undefined) return
  const names = new Set(NAMES[typed](catalogue).map(({ name }) => toTerminalText(name)))
  for (const name of names) terminal.print(name)
}

const isKind = (typed: string): typed is Kind => Object.hasOwn(NAMES, typed)
