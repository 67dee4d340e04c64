import { createInterface } from 'node:readline/promises'
import { formatMessage } from '../src/contract/messages/format-message.ts'
import { readConfig, StartError } from '../src/server/config.ts'
import { Refusal } from '../src/server/errors.ts'
import { writeArchive } from '../src/server/features/archive/write-archive.ts'
import { runCommand } from '../src/server/features/users/administration/command-line.ts'

try {
  const { lines } = await runCommand(readConfig(process.env), process.argv.slice(2), { confirm, writeArchive })
  for (const line of lines) console.log(line)
} catch (error) {
  // An error that the operator can fix is told in a sentence. Any other error is a bug, so its stack is printed.
  console.error(describe(error))
  process.exitCode = 1
}

function describe(error: unknown) {
  if (error instanceof StartError) return error.message
  return error instanceof Refusal ? formatMessage('en', error.key) : error
}

async function confirm(question: string) {
  if (!process.stdin.isTTY) throw new StartError('Add --yes: nobody can answer here.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
