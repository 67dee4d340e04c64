import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CliError, EXIT } from '#cli/errors.ts'
import { foldersOf, readJson, removeFile, writeJson } from './files.ts'

const Login = z.object({ url: z.string(), token: z.string() })
/** The server and the token that this computer uses. */
export type Login = z.infer<typeof Login>

const pathOf = (environment: NodeJS.ProcessEnv) => join(foldersOf(environment).config, 'config.json')

/** The stored login; `RITMO_URL` and `RITMO_TOKEN` take precedence. */
export async function findLogin(environment: NodeJS.ProcessEnv): Promise<Login | undefined> {
  const given = environment['RITMO_URL'] ? toServerUrl(environment['RITMO_URL']) : undefined
  const token = environment['RITMO_TOKEN'] ? checkToken(environment['RITMO_TOKEN']) : undefined
  if (given !== undefined && token !== undefined) return { url: given, token }
  const stored = await findStoredLogin(environment)
  // The stored token must not be sent to another server.
  if (stored === undefined || (given !== undefined && given !== stored.url)) return undefined
  return { url: stored.url, token: token ?? stored.token }
}

export async function requireLogin(environment: NodeJS.ProcessEnv): Promise<Login> {
  const login = await findLogin(environment)
  if (login === undefined) throw new CliError('error.notSignedIn', {}, EXIT.notSignedIn)
  return login
}

/** The login of the file, whatever the environment says. */
export async function findStoredLogin(environment: NodeJS.ProcessEnv): Promise<Login | undefined> {
  const path = pathOf(environment)
  const stored = await readJson(path)
  if (stored === undefined) return undefined
  const login = z.safeParse(Login, stored)
  if (!login.success) throw new CliError('error.config', { path, reason: 'url, token?' })
  return login.data
}

export const storeLogin = (environment: NodeJS.ProcessEnv, login: Login) => writeJson(pathOf(environment), login)

/** Tells whether there was one. */
export async function forgetLogin(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const wasStored = (await readJson(pathOf(environment)).catch(() => true)) !== undefined
  await removeFile(pathOf(environment))
  return wasStored
}

/** Files of a login have its fingerprint in their names, so that two accounts never share one. */
export const fingerprintOf = ({ url, token }: Login) =>
  createHash('sha256').update(`${url}\n${token}`).digest('hex').slice(0, 16)

export function checkToken(given: string): string {
  const token = given.trim()
  if (token === '' || /[^\x21-\x7E]/.test(token)) throw new CliError('error.tokenFormat', {}, EXIT.usage)
  return token
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The address without a slash at its end. Without a scheme it is https, except on this computer. */
export function toServerUrl(given: string): string {
  const typed = given.trim()
  const isSchemeless = !/^[a-z][a-z\d+.-]*:\/\//i.test(typed)
  const host = /^[^/:]+|^\[[^\]]*\]/.exec(typed)?.[0] ?? ''
  const text = isSchemeless ? `${LOOPBACK.test(host) ? 'http' : 'https'}://${typed}` : typed
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hostname === '')
    throw new CliError('error.url', { value: typed }, EXIT.usage)
  return `${url.origin}${url.pathname}`.replace(/(\/api)?\/*$/, '')
}

/** Whether a token would travel readably through a network. */
export function isInsecure(url: string) {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}
