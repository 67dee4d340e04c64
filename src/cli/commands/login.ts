import { createInterface } from 'node:readline/promises'
import { text as readAll } from 'node:stream/consumers'
import { loadCatalogue } from '#client/catalogue.ts'
import { createConnection } from '#cli/connection.ts'
import type { Context } from '#cli/context.ts'
import { CliError, EXIT } from '#cli/errors.ts'
import { explainError } from '#cli/explain.ts'
import { rejectUnsent } from '#cli/reject-unsent.ts'
import { accountFiles } from '#cli/storage/account-files.ts'
import { checkToken, findStoredLogin, fingerprintOf, isInsecure, storeLogin, toServerUrl } from '#cli/storage/login.ts'

/** Stores the server and the token, once the server has accepted it. */
export async function run(context: Context) {
  const { environment, language, signal, newId, terminal, text } = context
  const stored = await findStoredLogin(environment).catch(() => undefined)
  const url = toServerUrl(await askUrl(context, stored?.url))
  if (isInsecure(url)) throw new CliError('error.insecureUrl', { url }, EXIT.usage)
  const token = checkToken(await askToken(context, url))
  const login = { url, token }
  if (stored !== undefined && fingerprintOf(stored) !== fingerprintOf(login)) await rejectUnsent(context, stored)
  const catalogue = await loadCatalogue(createConnection({ login, language, signal }).call).catch((error: unknown) => {
    const explained = explainError(error, text, url)
    if (explained === undefined) throw error
    throw new CliError('error.sentence', { sentence: explained.message }, explained.exitCode)
  })
  await storeLogin(environment, login)
  await accountFiles(environment, login, newId).writeCatalogue(catalogue)
  terminal.print(text('login.done', { url, name: catalogue.user.name }))
}

async function askUrl(context: Context, known: string | undefined) {
  const given = context.given.value('url') ?? context.environment['RITMO_URL'] ?? known
  return given || ask(context, 'login.url')
}

async function askToken(context: Context, url: string) {
  const { given, environment, terminal, text } = context
  const token = given.value('token') ?? environment['RITMO_TOKEN']
  if (token !== undefined && token !== '' && token !== '-') return token
  if (token === '-' || !process.stdin.isTTY) return readAll(process.stdin)
  terminal.warn(text('login.hint', { url }))
  return ask(context, 'login.token')
}

async function ask({ terminal, text, signal }: Context, key: 'login.url' | 'login.token') {
  if (!terminal.isInteractive) throw new CliError('error.noQuestion', { names: '--url, --token' }, EXIT.usage)
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await reader.question(text(key), { signal })
  } finally {
    reader.close()
  }
}
