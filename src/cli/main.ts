import { randomBytes } from 'node:crypto'
import { toTerminalText } from '#core/command-line/terminal-text.ts'
import { isLanguage, type Language } from '#core/language.ts'
import { uuidV7 } from '#core/uuid.ts'
import { VERSION } from '#core/version.ts'
import { loadCommand } from './command-loaders.ts'
import { isCommand } from './command-table.ts'
import type { Context, Terminal } from './context.ts'
import { EXIT, UsageError } from './errors.ts'
import { explainError } from './explain.ts'
import { parseArguments } from './parse-arguments.ts'
import { loadTexts, type Translate } from './texts/text.ts'

/** Runs one command line and returns the exit code. */
export async function main(given: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const language = languageOf(environment)
  const text = await loadTexts(language)
  const terminal = openTerminal(environment)
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort())
  const known: { url: string } = { url: '' }
  try {
    const parsed = parseArguments(given)
    if (parsed.has('version')) {
      terminal.print(VERSION)
      return EXIT.ok
    }
    const { signal } = interruption
    const base = { given: parsed, terminal, language, text, environment, now: Date.now, newId, signal }
    const { run } = await loadCommand(parsed.command)
    await run({ ...base, account: async () => openStored(base, known) })
    return EXIT.ok
  } catch (error) {
    if (interruption.signal.aborted) return EXIT.interrupted
    return reportError(error, { text, terminal, url: known.url, given })
  }
}

type Base = Omit<Context, 'account'>

async function openStored({ environment, language, signal, now, newId, text, terminal }: Base, known: { url: string }) {
  const [{ requireLogin }, { accountFiles }, { createConnection }, { openAccount }] = await Promise.all([
    import('./storage/login.ts'),
    import('./storage/account-files.ts'),
    import('./connection.ts'),
    import('./account.ts'),
  ])
  const login = await requireLogin(environment)
  known.url = login.url
  const connection = createConnection({ login, language, signal })
  const files = accountFiles(environment, login, newId)
  return openAccount({ connection, files, tools: { now, newId }, text, warn: terminal.warn, url: login.url })
}

const newId = () => uuidV7(Date.now(), randomBytes(10))

/** By the variables of POSIX, the first that is set. */
function languageOf(environment: NodeJS.ProcessEnv): Language {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const language = locale.slice(0, 2).toLowerCase()
  return isLanguage(language) && /^..([^a-z]|$)/i.test(locale) ? language : 'en'
}

function openTerminal(environment: NodeJS.ProcessEnv): Terminal {
  const { stdout, stderr, stdin } = process
  return {
    print: (text) => void stdout.write(`${text}\n`),
    warn: (text) => void stderr.write(`${text}\n`),
    columns: stdout.isTTY ? stdout.columns : undefined,
    isColored: stdout.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb',
    isInteractive: stdin.isTTY && stderr.isTTY,
  }
}

interface ErrorReport {
  text: Translate
  terminal: Terminal
  url: string
  given: readonly string[]
}

function reportError(error: unknown, { text, terminal, url, given }: ErrorReport): number {
  const explained = explainError(error, text, url)
  if (explained === undefined) {
    terminal.warn(toTerminalText(text('error.unexpected', { message: (error as Error).message })))
    if (process.env['DEBUG']) terminal.warn(String((error as Error).stack))
    return EXIT.failed
  }
  terminal.warn(toTerminalText(explained.message))
  const [command = ''] = given
  if (error instanceof UsageError && isCommand(command) && command !== 'help')
    terminal.warn(text('error.seeHelp', { name: command }))
  return explained.exitCode
}
