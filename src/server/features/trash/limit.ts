import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** The most that the trash of one account holds, besides its latest item. */
const TRASH_LIMITS = { items: 10_000, entries: 500_000, textBytes: 200 * 1024 * 1024 }

/** Counting costs more than one small deletion, so the trash is counted when about this number of rows was added. */
const ROWS_PER_COUNT = 100

/** Expires the oldest items of a trash that holds too much. */
export async function limitTrash(db: Db, userId: string, addedRows: number, limits = TRASH_LIMITS) {
  if (Math.random() * ROWS_PER_COUNT >= addedRows) return
  await sql`update trash set deleted_at = 0
    where user_id = ${userId} and state = 'kept' and id in (
      select id from (
        select id,
          row_number() over latest_first as item,
          sum(entries) over latest_first as entries,
          sum(text_bytes) over latest_first as text_bytes
        from trash where user_id = ${userId} and deleted_at > 0
        window latest_first as (order by deleted_at desc, id desc)
      ) as counted
      where item > 1 and (item > ${limits.items} or entries > ${limits.entries} or text_bytes > ${limits.textBytes})
    )`.execute(db)
}
