import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import {
  type Asked,
  ENTRY_COLUMNS,
  type Found,
  IS_LONG,
  PAGE,
  SHORT_MS,
  type Spanning,
  wholeOf,
  withParts,
} from './cells.ts'

/** Half of all entries reach from one hour into another: each of them is cut. */
export async function* readAll(db: Db, asked: Asked): AsyncGenerator<Spanning> {
  const { conditions, places } = asked
  const { from, to } = wholeOf(places)
  const long = await sql<Found>`
    select ${ENTRY_COLUMNS} from time_entries as entry
    where ${conditions} and ${IS_LONG} and entry.started_at < ${from - SHORT_MS} and entry.ended_at > ${from}`.execute(
    db,
  )
  yield* withParts(db, asked, long.rows)
  let after = { started_at: from - SHORT_MS, id: '' }
  for (;;) {
    const { rows } = await sql<Found>`
      select ${ENTRY_COLUMNS} from time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${after.started_at}, ${after.id})
        and entry.started_at < ${to} and entry.ended_at > ${from}
      order by entry.started_at, entry.id limit ${PAGE}`.execute(db)
    yield* withParts(db, asked, rows)
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}
