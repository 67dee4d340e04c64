import { sql } from 'kysely'
import { type Bucket, type Period, sliceByBucket, sliceByHour, wholePeriodOf } from '#core/report/buckets.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import { timeWithin } from '#core/report/rounding.ts'
import { splitEntry } from '#core/report/summary.ts'
import type { Segment } from '#core/time/segments.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint } from '#server/db/engine-sql.ts'
import { readSegmentsAndTags } from '#server/features/time-entries/queries.ts'
import { bucketTable } from './bucket-table.ts'
import { type EntryAttributes, keyOf, selectEntryAttributes } from './dimension-keys.ts'
import type { EntryStats } from './entry-stats.ts'
import type { ResolvedQuery } from './resolve-query.ts'

const PAGE_SIZE = 500

/** The database index of long entries uses the same number. */
export const MAX_SHORT_ENTRY_MS = 14_400_000
export const IS_LONG_ENTRY = sql`entry.ended_at - entry.started_at > 14400000`

const SELECT_ENTRIES = sql`select entry.id, entry.duration_ms, entry.planned_ms, entry.started_at, ${selectEntryAttributes} from`

interface Lengths {
  duration_ms: number
  planned_ms: number | null
}

interface EntryRow extends Lengths, EntryAttributes {
  id: string
  started_at: number
}

/** An entry with the data to split it into buckets. */
interface SplittableEntry extends EntryAttributes {
  segments: readonly Segment[]
  tags: readonly string[]
  stats: EntryStats
}

/**
 * Lists the few entries that cross the end of a bucket or an edge of the report. Indexes find them: short ones start
 * just before the end of a bucket, and long ones have an index of their own.
 */
export async function listEntriesAcrossBuckets(db: Db, resolved: ResolvedQuery): Promise<EntryRow[]> {
  const { buckets, conditions } = resolved
  const { from } = wholePeriodOf(buckets)
  const table = bucketTable(buckets)
  const crossesEnd = sql`entry.started_at >= ${table.from} and entry.started_at < ${table.to} and entry.ended_at > ${table.to}`
  const crossesStart = sql`entry.started_at < ${from} and entry.ended_at > ${from}`
  const { rows } = await sql<EntryRow>`
    ${table.with}
    ${SELECT_ENTRIES} ${table.join} time_entries as entry
    where ${conditions} and entry.started_at > ${table.to} - ${bigint(MAX_SHORT_ENTRY_MS)} and ${crossesEnd}
    union
    ${SELECT_ENTRIES} ${table.join} time_entries as entry where ${conditions} and ${IS_LONG_ENTRY} and ${crossesEnd}
    union
    ${SELECT_ENTRIES} time_entries as entry
    where ${conditions} and entry.started_at > ${from - MAX_SHORT_ENTRY_MS} and ${crossesStart}
    union
    ${SELECT_ENTRIES} time_entries as entry where ${conditions} and ${IS_LONG_ENTRY} and ${crossesStart}`.execute(db)
  return rows
}

/** Reads every entry. Reports by hour need them all, because half of them cross the end of an hour. */
export async function* readAllEntries(db: Db, resolved: ResolvedQuery): AsyncGenerator<SplittableEntry> {
  const { conditions, buckets } = resolved
  const { from, to } = wholePeriodOf(buckets)
  const firstStart = from - MAX_SHORT_ENTRY_MS
  const long = await sql<EntryRow>`
    ${SELECT_ENTRIES} time_entries as entry
    where ${conditions} and ${IS_LONG_ENTRY} and entry.started_at < ${firstStart} and entry.ended_at > ${from}`.execute(
    db,
  )
  yield* loadEntries(db, resolved, long.rows)
  let after = { started_at: firstStart, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`
      ${SELECT_ENTRIES} time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${after.started_at}, ${after.id})
        and entry.started_at < ${to} and entry.ended_at > ${from}
      order by entry.started_at, entry.id limit ${PAGE_SIZE}`.execute(db)
    yield* loadEntries(db, resolved, rows)
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1)!
  }
}

/** Loads segments and tags page by page, because there are many more of them than entries. */
export async function* loadEntries(
  db: Db,
  { userId, buckets }: ResolvedQuery,
  rows: readonly EntryRow[],
): AsyncGenerator<SplittableEntry> {
  for (let first = 0; first < rows.length; first += PAGE_SIZE) {
    const page = rows.slice(first, first + PAGE_SIZE)
    const ids = page.map(({ id }) => id)
    const parts = await readSegmentsAndTags(db, userId, ids)
    const segmentsOf = Map.groupBy(parts.segments, ({ entry_id }) => entry_id)
    const tagsOf = Map.groupBy(parts.tags, ({ entry_id }) => entry_id)
    for (const { id, duration_ms, planned_ms, started_at: _, ...attributes } of page) {
      const segments = (segmentsOf.get(id) ?? []).map((part) => [part.started_at, part.ended_at] as const)
      const tags = (tagsOf.get(id) ?? []).map(({ tag_id }) => tag_id)
      const stats = statsOfEntry({ duration_ms, planned_ms }, segments, wholePeriodOf(buckets))
      if (stats.longestMilliseconds > 0) yield { ...attributes, segments, tags, stats }
    }
  }
}

function statsOfEntry({ duration_ms, planned_ms }: Lengths, segments: readonly Segment[], period: Period): EntryStats {
  return {
    completed: planned_ms !== null && duration_ms >= planned_ms ? 1 : 0,
    cutShort: planned_ms !== null && duration_ms < planned_ms ? 1 : 0,
    longestMilliseconds: timeWithin(segments, period),
  }
}

export function contributionsOfEntry(
  { segments, tags, stats: _, ...attributes }: SplittableEntry,
  resolved: ResolvedQuery,
  dimensions: readonly Dimension[],
) {
  const { buckets, rounding, zone } = resolved
  const tagKeys = tags.length > 0 ? tags : [null]
  const slices = dimensions.includes('hour') ? sliceByHour(segments, buckets, zone) : sliceByBucket(segments, buckets)
  const keysIn = (slice: Bucket) =>
    dimensions.map((dimension) =>
      dimension === 'tag' ? tagKeys : [keyOf(dimension, slice, { ...attributes, tag: null }, resolved)],
    )
  return splitEntry({ segments, keysIn }, slices, rounding)
}
