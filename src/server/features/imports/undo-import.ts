import { withUserLock } from '#server/db/user-lock.ts'
import type { ItemRemoval } from '#server/http/serve-crud.ts'
import type { Services } from '#server/http/serve.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { deleteImport, moveSomeEntries } from './queries.ts'
import { moveUnusedRecords } from './record-queries.ts'

const MAX_ENTRIES_PER_MOVE = 200

/**
 * Moves what an import has created to the trash, in small transactions, so that other requests wait only briefly. An
 * interrupted undo can be repeated.
 */
export async function undoImport({ db, quotas }: Pick<Services, 'db' | 'quotas'>, removal: ItemRemoval) {
  const { userId, id } = removal
  const target = { ...removal, kind: 'import' as const }
  const yielder = createYielder()
  let timeEntries = 0
  for (;;) {
    const moved = await withUserLock(db, userId, (db) => moveSomeEntries(db, target, MAX_ENTRIES_PER_MOVE))
    timeEntries += moved
    if (moved < MAX_ENTRIES_PER_MOVE) break
    await yielder.yieldToEventLoop()
  }
  const records = await withUserLock(db, userId, async (db) => {
    const moved = await moveUnusedRecords(db, target)
    await deleteImport(db, userId, id)
    await recordEvents(db, userId, removal.now, [{ type: 'import.undone', data: { id, timeEntries } }])
    return moved
  })
  quotas.forget(userId)
  return { timeEntries, ...records }
}
