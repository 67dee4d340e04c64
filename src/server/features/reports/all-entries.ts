import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import {
  type ResolvedQuery,
  ENTRY_COLUMNS,
  type EntryRow,
  IS_LONG_ENTRY,
  PAGE_SIZE,
  MAX_SHORT_ENTRY_MS,
  type LoadedEntry,
  wholePeriodOf,
  loadEntries,
} from './contributions.ts'

/** Half of all entries reach from one hour into another: each of them is cut. */
export async function* readAllEntries(db: Db, asked: ResolvedQuery): AsyncGenerator<LoadedEntry> {
  const { conditions, buckets: places } = asked
  const { from, to } = wholePeriodOf(places)
  const long = await sql<EntryRow>`
    select ${ENTRY_COLUMNS} from time_entries as entry
    where ${conditions} and ${IS_LONG_ENTRY} and entry.started_at < ${from - MAX_SHORT_ENTRY_MS} and entry.ended_at > ${from}`.execute(
    db,
  )
  yield* loadEntries(db, asked, long.rows)
  let after = { started_at: from - MAX_SHORT_ENTRY_MS, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`
      select ${ENTRY_COLUMNS} from time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${after.started_at}, ${after.id})
        and entry.started_at < ${to} and entry.ended_at > ${from}
      order by entry.started_at, entry.id limit ${PAGE_SIZE}`.execute(db)
    yield* loadEntries(db, asked, rows)
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1)!
  }
}
