import { type Insertable, sql } from 'kysely'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts rows that have the same columns. PostgreSQL gets them as one JSON parameter, because both sides take many times
 * longer for a statement with thousands of parameters. An existing row is an error, unless it is skipped.
 */
export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  { skipsExisting = false } = {},
) {
  const [first] = rows
  if (first === undefined) return
  if (!isPostgres(db)) {
    await db
      .insertInto(table)
      .values(rows)
      .$if(skipsExisting, (insert) => insert.onConflict((known) => known.doNothing()))
      .execute()
    return
  }
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${skipsExisting ? sql`on conflict do nothing` : sql``}`.execute(db)
}
