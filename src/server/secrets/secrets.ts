import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/config.ts'
import { parseJson } from '#server/parse-json.ts'
import { VapidKeys, deriveVapidKeys } from './vapid.ts'

/** The first versions stored no VAPID keys. */
const StoredSecrets = z.object({ session: z.string().min(32), vapid: VapidKeys.optional() })

export interface Secrets {
  session: string
  vapid: VapidKeys
}

/**
 * Reads the keys, which are generated on the first start and stored in DATA_DIR. Processes that start at the same time
 * get the same keys.
 */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) createFile(file)
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} can be read by other users of this machine: run "chmod 600 ${file}".`)
  const stored = StoredSecrets.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!stored.success)
    throw new StartError(`${file} is damaged: restore it from a backup, or delete it to sign everybody out.`)
  const { session, vapid } = stored.data
  return vapid === undefined ? addVapidKeys(file, session) : { session, vapid }
}

/** Overwrites the stored keys. */
export function replaceSecrets(dataDir: string, secrets: Secrets) {
  const file = join(dataDir, 'secrets.json')
  renameSync(writeDraft(file, secrets), file)
}

function createFile(file: string) {
  const draft = writeDraft(file, deriveSecrets(randomBytes(32).toString('base64url')))
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function addVapidKeys(file: string, session: string) {
  const secrets = deriveSecrets(session)
  renameSync(writeDraft(file, secrets), file)
  return secrets
}

function writeDraft(file: string, secrets: Secrets) {
  // The process id would not be unique: in containers that share the folder it is always 1.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
  return draft
}

/** Derives the VAPID keys from the session key, so that servers with the same session key have the same VAPID keys. */
export const deriveSecrets = (session: string): Secrets => ({
  session,
  vapid: deriveVapidKeys(Buffer.from(hkdfSync('sha256', session, '', 'vapid', 32))),
})
