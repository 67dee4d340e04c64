import { Refusal } from '#server/errors.ts'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import { compileOnce } from './compile-once.ts'
import { transact } from './transact.ts'

/** Runs a transaction that has the user's row locked, so transactions of the same user run one after the other. */
export function withUserLock<T>(db: Db, userId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return transact(db, async (db) => {
    const [user] = await lockUser(db, { userId })
    if (user === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
    wantedEvents.set(db, user.webhook_events)
    return work(db)
  })
}

const lockUser = compileOnce((db, { userId }: { userId: string }) =>
  selectUserForUpdate(db, userId).select('webhook_events'),
)

/** By transaction: the lock reads them too, so that a change without webhooks needs no query to learn that. */
const wantedEvents = new WeakMap<Db, string | null>()

/** The types of events that active webhooks of the user want, separated by spaces; null if there are none. */
export async function findWantedEvents(db: Db, userId: string) {
  const known = wantedEvents.get(db)
  if (known !== undefined) return known
  const user = await db.selectFrom('users').select('webhook_events').where('id', '=', userId).executeTakeFirst()
  return user?.webhook_events ?? null
}

/** Selects the user's row and locks it until the transaction ends. */
export function selectUserForUpdate(db: Db, userId: string) {
  const user = db.selectFrom('users').where('id', '=', userId)
  // On SQLite every transaction takes the write lock when it begins, which is enough.
  return isPostgres(db) ? user.forNoKeyUpdate() : user
}
