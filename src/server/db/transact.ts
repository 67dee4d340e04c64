import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './connect.ts'
import { isAway, isUndone } from './failures.ts'

const TRIES = 4
const LONGEST_MS = 2_000
const FIRST_WAIT_MS = 20

/**
 * A transaction. One that was surely undone, as two got in each other's way or the connection broke before its end, is
 * done again; of one whose end was not heard nobody knows, so its caller has to ask again.
 */
export async function transact<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const deadline = performance.now() + LONGEST_MS
  for (let tries = 1; ; tries += 1) {
    let isDone = false
    try {
      return await db.transaction().execute(async (db) => {
        const result = await work(db)
        isDone = true
        return result
      })
    } catch (error) {
      const isSurelyUndone = isUndone(error) || (!isDone && isAway(error))
      if (!isSurelyUndone || tries === TRIES || performance.now() > deadline) throw error
      await sleep(FIRST_WAIT_MS * 4 ** (tries - 1) * (0.5 + Math.random()))
    }
  }
}
