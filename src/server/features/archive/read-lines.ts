import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { readInParts } from '#server/db/read-in-parts.ts'
import type { Schema } from '#server/db/schema.ts'
import { toIsoTime } from '#server/db/values.ts'
import { readFewSegmentsAndTags } from '#server/features/time-entries/queries.ts'
import type { Fields } from './fields.ts'
import { ENTRIES, type FileOfTable, PROFILE } from './records.ts'

export type Line = Record<string, unknown>

const PAGE_SIZE = 250

/** Reads the rows of a table page by page, each page after the last row of the one before. */
export async function* readLinePages(db: Db, userId: string, { table, fields, order }: FileOfTable) {
  for await (const rows of readRowPages(db, userId, { table, fields, order }))
    yield rows.map((row) => toLine(fields, row))
}

/** Entries with their tags and segments, in parts that are small enough to be read at once. */
export async function* readEntryPages(db: Db, userId: string) {
  for await (const rows of readRowPages(db, userId, ENTRIES)) yield* readEntryLines(db, userId, rows as EntryRow[])
}

type EntryRow = Pick<Selectable<Schema['time_entries']>, 'id'>

/** Adds tags and segments to rows of entries. */
export async function* readEntryLines(db: Db, userId: string, rows: readonly EntryRow[]): AsyncGenerator<Line[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  yield* readInParts([...byId.keys()], async (ids) => {
    const parts = await readFewSegmentsAndTags(db, userId, ids)
    if (parts === undefined) return undefined
    const tagsOf = Map.groupBy(parts.tags, ({ entry_id }) => entry_id)
    const segmentsOf = Map.groupBy(parts.segments, ({ entry_id }) => entry_id)
    return ids.map((id) => ({
      ...toLine(ENTRIES.fields, byId.get(id)!),
      tags: (tagsOf.get(id) ?? []).map(({ tag_id }) => tag_id),
      segments: (segmentsOf.get(id) ?? []).map((row) => [toIsoTime(row.started_at), toIsoTime(row.ended_at)]),
    }))
  })
}

async function* readRowPages(db: Db, userId: string, { table, fields, order }: FileOfTable) {
  const columns = sql.join(columnsOf(fields).map((column) => sql.ref(column)))
  const key = sql.join(order.map((column) => sql.ref(column)))
  const ordered = order.length === 0 ? sql`` : sql`order by ${key}`
  let last: Line | undefined
  for (;;) {
    const after = last && sql`and (${key}) > (${sql.join(order.map((column) => last![column]))})`
    const { rows } = await sql<Line>`select ${columns} from ${sql.table(table)}
      where user_id = ${userId} ${after ?? sql``} ${ordered} limit ${PAGE_SIZE}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)
  }
}

export async function readProfileLine(db: Db, userId: string) {
  const columns = sql.join(columnsOf(PROFILE).map((column) => sql.ref(column)))
  const { rows } = await sql<Line>`select ${columns} from users where id = ${userId}`.execute(db)
  return rows.map((row) => toLine(PROFILE, row))
}

export const columnsOf = (fields: Fields) => Object.values(fields).map(({ column }) => column)

export const toLine = (fields: Fields, row: object): Line =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { column, toLine }]) => [name, toLine((row as Line)[column] as never)]),
  )

export const toRow = (fields: Fields, line: Line): Record<string, never> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { column, toColumn }]) => [column, toColumn(line[name] as never) as never]),
  )
