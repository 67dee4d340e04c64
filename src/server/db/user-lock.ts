import { Refusal } from '#server/errors.ts'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import { compileOnce } from './compile-once.ts'
import { transact } from './transact.ts'

/** A transaction that waits for the user's others, so that what it finds is still so when it writes. */
export function withUserLock<T>(db: Db, userId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(db, async (db) => {
    if ((await lockUser(db, { userId })).length === 0) throw new Refusal('unauthenticated', 'unauthenticated')
    return work(db)
  })
}

const lockUser = compileOnce((db, { userId }: { userId: string }) => selectUserForUpdate(db, userId).select('id'))

/** The user's row, which each transaction of theirs has for itself up to its end. */
export function selectUserForUpdate(db: Db, userId: string) {
  const user = db.selectFrom('users').where('id', '=', userId)
  // On SQLite a transaction of ours waits for all others as it begins.
  return isPostgres(db) ? user.forNoKeyUpdate() : user
}
