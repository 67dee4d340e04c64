import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './connect.ts'
import { isDatabaseUnreachable, isRolledBack } from './error-classification.ts'

const MAX_ATTEMPTS = 4
const MAX_RETRY_MS = 2_000
const FIRST_RETRY_DELAY_MS = 20

/**
 * Runs a transaction, and retries it if it was certainly rolled back: by a conflict with another, or because the
 * connection broke before `commit`. If the reply to `commit` was lost, the outcome is unknown, so the error is thrown.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_RETRY_MS
  for (let attempt = 1; ; attempt += 1) {
    let hasReachedCommit = false
    try {
      return await db.transaction().execute(async (db) => {
        const result = await work(db)
        hasReachedCommit = true
        return result
      })
    } catch (error) {
      const isCertainlyRolledBack = isRolledBack(error) || (!hasReachedCommit && isDatabaseUnreachable(error))
      if (!isCertainlyRolledBack || attempt === MAX_ATTEMPTS || performance.now() > deadline) throw error
      await sleep(FIRST_RETRY_DELAY_MS * 4 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
