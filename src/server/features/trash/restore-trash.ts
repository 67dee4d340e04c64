import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { deleteInParts, deleteSomeRows } from '#server/db/delete-in-parts.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import type { Services } from '#server/http/serve.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { findTrashItem, markRestored, setTrashState, type TrashRow } from './item-queries.ts'
import { restoreEntries } from './restore-entries.ts'
import { restoreLinks } from './restore-links.ts'
import { restoreRecords } from './restore-records.ts'

interface TrashId {
  userId: string
  id: string
  /** Items that were deleted earlier have expired. */
  deletedAfter: number
  now: number
}

/**
 * Restores an item in small transactions, so that other requests wait only briefly. Each takes rows out of the item, so an
 * interrupted restore can be repeated.
 */
export async function restoreTrash({ db, quotas }: Pick<Services, 'db' | 'quotas'>, given: TrashId) {
  const { userId, id } = given
  const find = async (db: Db) =>
    assertFound(await findTrashItem(db, userId, id, given.deletedAfter), 'trashItemNotFound')
  const { entries, entry_tags: entryTags, text_bytes: textBytes } = await find(db)
  await quotas.add(userId, { entries, entryTags, textBytes })
  const item = await withUserLock(db, userId, async (db) => {
    const item = await find(db)
    if (item.state !== 'restored') await setTrashState(db, userId, id, 'restoring')
    return item
  })

  const transact = <T>(work: (db: Db) => Promise<T>) =>
    withUserLock(db, userId, async (db) => {
      refuseIfDeletedAgain(await find(db))
      return work(db)
    })
  await deleteInParts(
    transact,
    [
      ...restoreRecords(item, quotas),
      restoreEntries(item, given.now),
      ...restoreLinks(item),
      deleteSomeRows('trash_rows', sql`user_id = ${userId} and trash_id = ${id}`),
    ],
    async (db) => {
      await markRestored(db, userId, id)
      if (item.state === 'restored') return
      const data = { id, kind: item.kind, item: item.record_id, timeEntries: item.entries }
      await recordEvents(db, userId, given.now, [{ type: 'trash.restored', data }])
    },
  )
  quotas.forget(userId)
  return { kind: item.kind, timeEntries: item.entries }
}

/** Another request has added to the item since. */
function refuseIfDeletedAgain({ state }: TrashRow) {
  if (state !== 'restoring' && state !== 'restored') throw new Refusal('conflict', 'conflict')
}
