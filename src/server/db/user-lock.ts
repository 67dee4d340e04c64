import { Refusal } from '#server/errors.ts'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import { compileOnce } from './compile-once.ts'
import { transact } from './transact.ts'

/** Runs a transaction that has the user's row locked, so transactions of the same user run one after the other. */
export function withUserLock<T>(db: Db, userId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(db, async (db) => {
    if ((await lockUser(db, { userId })).length === 0) throw new Refusal('unauthenticated', 'unauthenticated')
    return work(db)
  })
}

const lockUser = compileOnce((db, { userId }: { userId: string }) => selectUserForUpdate(db, userId).select('id'))

/** Selects the user's row and locks it until the transaction ends. */
export function selectUserForUpdate(db: Db, userId: string) {
  const user = db.selectFrom('users').where('id', '=', userId)
  // On SQLite every transaction takes the write lock when it begins, which is enough.
  return isPostgres(db) ? user.forNoKeyUpdate() : user
}
