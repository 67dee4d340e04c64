import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './connect.ts'

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/** PostgreSQL treats a parameter without a type as text. */
export const bigint = (value: number) => sql`cast(${value} as bigint)`

/** A table source from one parameter, a JSON array of arrays. Any number of rows uses the same cached statement. */
export const rowsFromJson = (db: Db, json: string) =>
  isPostgres(db)
    ? sql<{ value: string }>`json_array_elements(${json}::json)`.as('row')
    : sql<{ value: string }>`json_each(${json})`.as('row')

/** `column in (texts)` with a single parameter. The texts are given as a list, or already as JSON. */
export function isOneOf(db: Db, column: string, texts: readonly string[] | string) {
  const json = typeof texts === 'string' ? texts : JSON.stringify(texts)
  return isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select json_array_elements_text(${json}::json)))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`
}

/**
 * A condition that is always true, and by which the reader cancels a query on SQLite: it calls a function for one in 256
 * rows. PostgreSQL cancels queries by itself.
 */
export const isStillWanted = (db: Db, table: string) =>
  isPostgres(db) ? sql<boolean>`true` : sql<boolean>`(${sql.ref(`${table}.rowid`)} & 255 <> 0 or keep_going())`

/**
 * Whether a text contains another, which is in lower case. `like` of SQLite ignores the case of A to Z, so that the text
 * need not be lowercased, which takes longer than comparing it.
 */
export function contains(db: Db, column: string, part: string) {
  const pattern = `%${part.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  const text = isPostgres(db) ? sql`lower(${sql.ref(column)})` : sql.ref(column)
  return sql<boolean>`${text} like ${pattern} escape '\\'`
}
