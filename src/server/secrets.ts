import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from './config.ts'

const Secrets = z.object({ session: z.string().min(32) })
export type Secrets = z.infer<typeof Secrets>

/** Keys made on the first start and kept beside the data. Two processes that start together end with the same ones. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ session: randomBytes(32).toString('base64url') }), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} can be read by other users of this machine: run "chmod 600 ${file}".`)
  const secrets = Secrets.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!secrets.success)
    throw new StartError(`${file} is damaged: restore it from a backup, or delete it to sign everybody out.`)
  return secrets.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
