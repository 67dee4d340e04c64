import type { SQLInputValue } from 'node:sqlite'
import { CompiledQuery, type Insertable, sql } from 'kysely'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import type { Schema } from './schema.ts'
import { RowBatch } from './sqlite/row-batch.ts'

/**
 * Inserts rows that have the same columns. PostgreSQL gets them as one JSON parameter, because both sides take many times
 * longer for a statement with thousands of parameters; on SQLite one statement runs for each row. An existing row is an error, unless it is skipped.
 */
export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  { skipsExisting = false } = {},
) {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const conflict = skipsExisting ? sql`on conflict do nothing` : sql``
  if (isPostgres(db)) {
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) ${conflict}`.execute(db)
    return
  }
  const values = rows.map((row) => names.map((name) => (row as Record<string, SQLInputValue>)[name]!))
  const insert = sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(values[0]!)}) ${conflict}`
  const { sql: text } = insert.compile(db)
  await db.executeQuery(CompiledQuery.raw(text, [new RowBatch(values)]))
}
