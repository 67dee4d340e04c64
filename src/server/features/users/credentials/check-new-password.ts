import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { refuseField } from '#server/errors.ts'
import { rejectWeakPassword } from './passwords.ts'

const TIMEOUT_MS = 2_000
/** All that leaves this server of a password: some hundred leaked ones begin like it. */
const PREFIX_LENGTH = 5

interface Options {
  /** The address of the range API. Null: nothing is looked up. */
  breachedPasswordsUrl: string | null
  log: FastifyBaseLogger
}

/** Throws if the password is common, easy to guess or known to have leaked. `ownWords` are the user's name and address. */
export type CheckNewPassword = (password: string, ownWords: string[], field: string) => Promise<void>

export function createPasswordCheck({ breachedPasswordsUrl, log }: Options): CheckNewPassword {
  return async (password, ownWords, field) => {
    rejectWeakPassword(password, ownWords, field)
    if (breachedPasswordsUrl !== null && (await isBreached(password, breachedPasswordsUrl, log)))
      throw refuseField(field, 'passwordBreached')
  }
}

/** Without a reply the password is accepted: an outage elsewhere must not keep anybody from choosing one. */
async function isBreached(password: string, url: string, log: FastifyBaseLogger) {
  // SHA-1 names the password in the API; nothing is protected by it.
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const reply = await fetch(`${url}${hash.slice(0, PREFIX_LENGTH)}`, {
      // All replies get the same length, so that it does not tell which prefix was asked for.
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    const lines = (await reply.text()).split('\n').map((line) => line.trim().toUpperCase().split(':'))
    // Padding has the count 0.
    return lines.some(([suffix, count]) => suffix === hash.slice(PREFIX_LENGTH) && Number(count) > 0)
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'breached passwords cannot be looked up')
    return false
  }
}
