import { withUserLock } from '#server/db/user-lock.ts'
import type { Services } from '#server/http/serve.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { deleteImport, deleteSomeEntries } from './queries.ts'
import { deleteUnusedRecords } from './record-queries.ts'

const MAX_ENTRIES_PER_DELETE = 500

/** Deletes in small transactions, so that other requests wait only briefly. An interrupted undo can be repeated. */
export async function undoImport({ db, quotas }: Pick<Services, 'db' | 'quotas'>, userId: string, id: string) {
  const yielder = createYielder()
  let timeEntries = 0
  for (;;) {
    const deleted = await withUserLock(db, userId, (db) => deleteSomeEntries(db, userId, id, MAX_ENTRIES_PER_DELETE))
    timeEntries += deleted
    if (deleted < MAX_ENTRIES_PER_DELETE) break
    await yielder.yieldToEventLoop()
  }
  const records = await withUserLock(db, userId, async (db) => {
    const deleted = await deleteUnusedRecords(db, userId, id)
    await deleteImport(db, userId, id)
    return deleted
  })
  quotas.forget(userId)
  return { timeEntries, ...records }
}
