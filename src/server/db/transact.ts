import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './connect.ts'
import { isDatabaseUnreachable, isRolledBack } from './error-classification.ts'

const MAX_ATTEMPTS = 4
const MAX_RETRY_MS = 2_000
const FIRST_RETRY_DELAY_MS = 20

/**
 * A transaction. One that was surely undone, as two got in each other's way or the connection broke before its end, is
 * done again; of one whose end was not heard nobody knows, so its caller has to ask again.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_RETRY_MS
  for (let tries = 1; ; tries += 1) {
    let isDone = false
    try {
      return await db.transaction().execute(async (db) => {
        const result = await work(db)
        isDone = true
        return result
      })
    } catch (error) {
      const isSurelyUndone = isRolledBack(error) || (!isDone && isDatabaseUnreachable(error))
      if (!isSurelyUndone || tries === MAX_ATTEMPTS || performance.now() > deadline) throw error
      await sleep(FIRST_RETRY_DELAY_MS * 4 ** (tries - 1) * (0.5 + Math.random()))
    }
  }
}
