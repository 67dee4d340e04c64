import { PostgresAdapter } from 'kysely'
import { Refusal } from '#server/errors.ts'
import type { Db } from './connect.ts'
import { transact } from './transact.ts'

/** A transaction that waits for the user's others, so that what it finds is still so when it writes. */
export function inTurn<T>(db: Db, userId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(db, async (db) => {
    const user = db.selectFrom('users').select('id').where('id', '=', userId)
    // On SQLite a transaction of ours waits for all others as it begins.
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    const found = await (isPostgres ? user.forNoKeyUpdate() : user).executeTakeFirst()
    if (found === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
    return work(db)
  })
}
