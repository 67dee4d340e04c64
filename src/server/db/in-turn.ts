import type { Db } from './connect.ts'
import { Refusal } from '#server/errors.ts'
import { transact } from './transact.ts'

/**
 * A transaction that waits for the user's others, so that what it finds is still so when it writes. Writing a row's
 * own value back is the way to lock it that both engines know.
 */
export function inTurn<T>(db: Db, userId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(db, async (db) => {
    const user = await db
      .updateTable('users')
      .set((row) => ({ updated_at: row.ref('updated_at') }))
      .where('id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (user === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
    return work(db)
  })
}
