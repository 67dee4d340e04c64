import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/config.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { makePrivate } from './private-files.ts'

const LOCK_TIMEOUT_MS = 3_000
const SQLITE_BUSY = 5

/**
 * Prevents a second server on the same SQLite file: the data would stay intact, but clients of one server would not
 * receive the updates of the other. The lock is an open transaction, so it ends with the process, even by a power cut.
 */
export function lockDataDir(dataDir: string) {
  const file = join(dataDir, 'ritmo.lock')
  makePrivate(file)
  const lock = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw new StartError(`DATA_DIR ${dataDir} cannot be written to (${summarizeError(error as Error)}).`)
    throw new StartError(
      `Another Ritmo already uses ${dataDir}. Stop it, give this one its own DATA_DIR, or set DATABASE_URL to run several on PostgreSQL.`,
    )
  }
  return { release: () => lock.close() }
}
