import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './connect.ts'

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/** Rows that are handed over as one value, a JSON array of arrays: however many there are, it is the same statement. */
export const rowsFromJson = (db: Db, json: string) =>
  isPostgres(db)
    ? sql<{ value: string }>`json_array_elements(${json}::json)`.as('row')
    : sql<{ value: string }>`json_each(${json})`.as('row')

/** Whether a column has one of some texts, which are handed over in the same way: as a list, or already as JSON. */
export function isOneOf(db: Db, column: string, texts: readonly string[] | string) {
  const json = typeof texts === 'string' ? texts : JSON.stringify(texts)
  return isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select json_array_elements_text(${json}::json)))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`
}
