import { type RawBuilder, sql } from 'kysely'
import { createPacer } from '#server/yield-to-event-loop.ts'
import type { Db } from './connect.ts'
import { isPostgres } from './engine-sql.ts'
import type { Schema } from './schema.ts'

/** Takes some ten milliseconds on SQLite, which does nothing else meanwhile. */
export const MAX_ROWS_PER_PART = 1_000

/** Deletes or changes about `limit` rows, and returns their number. It is below the limit only if none are left. */
export type DeleteStep = (db: Db, limit: number) => Promise<number>

/** Runs a transaction, under the user lock, so that nothing is added between the last step and the end. */
type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/**
 * Deletes something that any number of rows depend on: the steps delete these rows in small transactions, so that other
 * requests wait only briefly, and `finish` deletes the rest in the last one. Few rows need a single transaction. An
 * interrupted delete can be repeated.
 */
export async function deleteInParts<T>(
  transact: Transact,
  steps: readonly DeleteStep[],
  finish: (db: Db) => Promise<T>,
): Promise<T> {
  const pacer = createPacer()
  for (;;) {
    const last = await transact(async (db) =>
      (await areAllDone(db, steps)) ? { result: await finish(db) } : undefined,
    )
    if (last !== undefined) return last.result
    await pacer.yieldToEventLoop()
  }
}

/** Each transaction begins with the first step, because rows may have been added since the last one. */
async function areAllDone(db: Db, steps: readonly DeleteStep[]) {
  let limit = MAX_ROWS_PER_PART
  for (const step of steps) {
    limit -= await step(db, limit)
    if (limit <= 0) return false
  }
  return true
}

/** A step that deletes the rows of a table that match a condition. It must be one on rows of the locked user. */
export const deleteSomeRows =
  (table: keyof Schema, where: RawBuilder<unknown>): DeleteStep =>
  async (db, limit) => {
    const first = isOneOfFirst(db, table, where, limit)
    return (await sql`delete from ${sql.table(table)} where ${first} returning 1 as deleted`.execute(db)).rows.length
  }

/**
 * Finds rows by their place in the table: by their keys, SQLite may read all rows that match, or all of the user. Partitions
 * of PostgreSQL number their places alike, so the condition is repeated: no row of another user is deleted.
 */
function isOneOfFirst(db: Db, table: keyof Schema, where: RawBuilder<unknown>, limit: number) {
  const rows = sql`from ${sql.table(table)} where ${where} limit ${limit}`
  return isPostgres(db)
    ? sql`${where} and ctid = any(array(select ctid ${rows}))`
    : sql`rowid in (select rowid ${rows})`
}
