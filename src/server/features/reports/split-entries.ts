import { type RawBuilder, sql } from 'kysely'
import {
  type Bucket,
  indexOfBucketAt,
  type Period,
  sliceByBucket,
  sliceByHour,
  wholePeriodOf,
} from '#core/report/buckets.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import { timeWithin } from '#core/report/rounding.ts'
import { splitEntry } from '#core/report/summary.ts'
import { MIN_TIME } from '#core/time-entries/worked-time.ts'
import type { Segment } from '#core/time/segments.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint } from '#server/db/engine-sql.ts'
import { readInParts } from '#server/db/read-in-parts.ts'
import { IS_LONG_ENTRY, MAX_SHORT_ENTRY_MS, readFewSegmentsAndTags } from '#server/features/time-entries/queries.ts'
import { bucketTable } from './bucket-table.ts'
import { type EntryAttributes, keyOf, selectEntryAttributes } from './dimension-keys.ts'
import type { EntryStats } from './entry-stats.ts'
import type { ResolvedQuery } from './resolve-query.ts'

const PAGE_SIZE = 500
/** Far more than the days of a report on which a person works past midnight. */
const MAX_CROSSING = 5_000

const SELECT_ENTRIES = sql`
  select entry.id, entry.duration_ms, entry.planned_ms, entry.started_at, entry.ended_at, ${selectEntryAttributes} from`

interface Lengths {
  duration_ms: number
  planned_ms: number | null
}

interface EntryRow extends Lengths, EntryAttributes {
  id: string
  started_at: number
  ended_at: number
}

/** An entry with the data to split it into buckets. */
interface SplittableEntry extends EntryAttributes {
  segments: readonly Segment[]
  tags: readonly string[]
  stats: EntryStats
}

/**
 * Reads the few entries that cross the end of a bucket or an edge of the report. Indexes find them: short ones start just
 * before the end of a bucket, and long ones have an index of their own.
 */
export async function* readEntriesAcrossBuckets(db: Db, resolved: ResolvedQuery): AsyncGenerator<SplittableEntry> {
  const { buckets } = resolved
  for await (const rows of readLongRows(db, resolved, wholePeriodOf(buckets)))
    yield* loadEntries(
      db,
      resolved,
      rows.filter((row) => crossesBucket(row, buckets)),
    )
  for await (const rows of readShortRowsAcrossBuckets(db, resolved)) yield* loadEntries(db, resolved, rows)
}

function crossesBucket({ started_at, ended_at }: EntryRow, buckets: readonly Bucket[]) {
  return started_at < buckets[0]!.from || ended_at > buckets[indexOfBucketAt(buckets, started_at)]!.to
}

/** Reads all at once if they are few. */
async function* readShortRowsAcrossBuckets(db: Db, resolved: ResolvedQuery): AsyncGenerator<readonly EntryRow[]> {
  const { buckets, conditions } = resolved
  const { from } = wholePeriodOf(buckets)
  const table = bucketTable(buckets)
  const { rows } = await sql<EntryRow>`
    ${table.with}
    ${SELECT_ENTRIES} ${table.join} time_entries as entry
    where ${conditions} and not (${IS_LONG_ENTRY})
      and entry.started_at > ${table.to} - ${bigint(MAX_SHORT_ENTRY_MS)}
      and entry.started_at >= ${table.from} and entry.started_at < ${table.to} and entry.ended_at > ${table.to}
    union all
    ${SELECT_ENTRIES} time_entries as entry
    where ${conditions} and not (${IS_LONG_ENTRY})
      and entry.started_at > ${from - MAX_SHORT_ENTRY_MS} and entry.started_at < ${from} and entry.ended_at > ${from}
    limit ${MAX_CROSSING + 1}`.execute(db)
  if (rows.length <= MAX_CROSSING) return yield rows
  const before = { from: from - MAX_SHORT_ENTRY_MS, to: from }
  for (const { from: since, to: edge } of [before, ...buckets])
    yield* readRows(db, resolved, {
      firstStart: Math.max(since, edge - MAX_SHORT_ENTRY_MS),
      condition: sql`not (${IS_LONG_ENTRY}) and entry.started_at < ${edge} and entry.ended_at > ${edge}`,
    })
}

/** Reads every entry. Reports by hour need them all, because half of them cross the end of an hour. */
export async function* readAllEntries(db: Db, resolved: ResolvedQuery): AsyncGenerator<SplittableEntry> {
  const { from, to } = wholePeriodOf(resolved.buckets)
  const firstStart = from - MAX_SHORT_ENTRY_MS
  for await (const rows of readLongRows(db, resolved, { from, to: firstStart })) yield* loadEntries(db, resolved, rows)
  const condition = sql`entry.started_at < ${to} and entry.ended_at > ${from}`
  for await (const rows of readRows(db, resolved, { firstStart, condition })) yield* loadEntries(db, resolved, rows)
}

/** Reads the long entries of a period. */
export async function* readLongEntries(db: Db, resolved: ResolvedQuery): AsyncGenerator<SplittableEntry> {
  for await (const rows of readLongRows(db, resolved, wholePeriodOf(resolved.buckets)))
    yield* loadEntries(db, resolved, rows)
}

/** Long entries that start before the end of a period and end after its start. */
const readLongRows = (db: Db, resolved: ResolvedQuery, { from, to }: Period) =>
  readRows(db, resolved, {
    firstStart: MIN_TIME,
    condition: sql`${IS_LONG_ENTRY} and entry.started_at < ${to} and entry.ended_at > ${from}`,
  })

interface RowSelection {
  firstStart: number
  /** Must have no lower limit for the start: SQLite would use it instead of the end of the last page. */
  condition: RawBuilder<unknown>
}

async function* readRows(db: Db, { conditions }: ResolvedQuery, { firstStart, condition }: RowSelection) {
  let after = { started_at: firstStart, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`
      ${SELECT_ENTRIES} time_entries as entry
      where ${conditions} and ${condition} and (entry.started_at, entry.id) > (${after.started_at}, ${after.id})
      order by entry.started_at, entry.id limit ${PAGE_SIZE}`.execute(db)
    yield rows
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1)!
  }
}

/** Loads segments and tags in parts, because there may be many more of them than entries. */
async function* loadEntries(
  db: Db,
  { userId, buckets }: ResolvedQuery,
  rows: readonly EntryRow[],
): AsyncGenerator<SplittableEntry> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parts = readInParts([...byId.keys()], async (ids) => {
    const part = await readFewSegmentsAndTags(db, userId, ids)
    return part && { ids, ...part }
  })
  for await (const { ids, ...part } of parts) {
    const segmentsOf = Map.groupBy(part.segments, ({ entry_id }) => entry_id)
    const tagsOf = Map.groupBy(part.tags, ({ entry_id }) => entry_id)
    for (const id of ids) {
      const { id: _id, duration_ms, planned_ms, started_at: _start, ended_at: _end, ...attributes } = byId.get(id)!
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
