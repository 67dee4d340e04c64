import { type RawBuilder, sql } from 'kysely'
import { type AttributeDimension, type Dimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { sliceByHour, type Period, type Bucket, sliceByBucket } from '#core/report/buckets.ts'
import { type Rounding, timeWithin } from '#core/report/rounding.ts'
import { calendarKey, type Contribution, splitEntry, type Key } from '#core/report/summary.ts'
import type { Segment } from '#core/timer/segments.ts'
import { MINUTE_MS } from '#core/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'

export const PAGE_SIZE = 500

const ENTRY_ATTRIBUTES = { project: sql`entry.project_id`, task: sql`entry.task_id` }
const ATTRIBUTES = { ...ENTRY_ATTRIBUTES, tag: sql`tag.tag_id` }
type EntryAttributes = Record<keyof typeof ENTRY_ATTRIBUTES, Key>
type Attributes = Record<keyof typeof ATTRIBUTES, Key>

/** The attribute that the database groups by for each dimension: the clients of projects are looked up here. */
const ATTRIBUTE_OF: Record<AttributeDimension, keyof Attributes> = {
  client: 'project',
  project: 'project',
  task: 'task',
  tag: 'tag',
}

export interface ResolvedQuery {
  userId: string
  /** What an entry, called `entry`, has to be like. */
  conditions: RawBuilder<unknown>
  /** The places of the calendar, one after the other. */
  buckets: readonly Bucket[]
  zone: string
  rounding: Rounding | null
  /** The clients of projects, where they are asked for. */
  clientOf: ReadonlyMap<string, string | null>
}

/** What is known of an entry that has to be cut. */
export interface LoadedEntry extends EntryAttributes {
  segments: readonly Segment[]
  tags: readonly string[]
  stats: EntryStats
}

/** What is told of a whole report. */
export interface EntryStats {
  completed: number
  cutShort: number
  longestMilliseconds: number
}

export interface GroupedRow extends EntryStats, Attributes {
  bucketIndex: number
  milliseconds: number
  entries: number
}

/** What lies within one place, as the database has added it up. */
export const contributionOfRow = (
  row: GroupedRow,
  asked: ResolvedQuery,
  dimensions: readonly Dimension[],
): Contribution => ({
  keys: dimensions.map((dimension) => keyOf(dimension, asked.buckets[row.bucketIndex]!, row, asked)),
  bucketIndex: row.bucketIndex,
  milliseconds: row.milliseconds,
  entries: row.entries,
})

/** What is cut here. */
export function contributionsOfEntry(
  { segments: stretches, tags, ...attributes }: LoadedEntry,
  asked: ResolvedQuery,
  dimensions: readonly Dimension[],
) {
  const { buckets: places, rounding, zone } = asked
  const each = tags.length > 0 ? tags : [null]
  const pieces = dimensions.includes('hour') ? sliceByHour(stretches, places, zone) : sliceByBucket(stretches, places)
  const keysIn = (piece: Bucket) =>
    dimensions.map((dimension) =>
      dimension === 'tag' ? each : [keyOf(dimension, piece, { ...attributes, tag: null }, asked)],
    )
  return splitEntry({ segments: stretches, keysIn }, pieces, rounding)
}

function keyOf(dimension: Dimension, place: Bucket, attributes: Attributes, { clientOf }: ResolvedQuery): Key {
  if (isCalendarDimension(dimension)) return calendarKey(dimension, place)
  const key = attributes[ATTRIBUTE_OF[dimension]]
  return dimension === 'client' ? (clientOf.get(key ?? '') ?? null) : key
}

export const NO_STATS: EntryStats = { completed: 0, cutShort: 0, longestMilliseconds: 0 }

export const addStats = (some: EntryStats, more: EntryStats): EntryStats => ({
  completed: some.completed + more.completed,
  cutShort: some.cutShort + more.cutShort,
  longestMilliseconds: Math.max(some.longestMilliseconds, more.longestMilliseconds),
})

/** Entries that lie within one place: however many there are, each is read once. */
export async function sumWithinBuckets(db: Db, asked: ResolvedQuery, dimensions: readonly Dimension[]) {
  const { buckets: places, conditions, rounding } = asked
  const names = new Set(
    dimensions.flatMap((dimension) => (isCalendarDimension(dimension) ? [] : ATTRIBUTE_OF[dimension])),
  )
  const attributes = Object.entries(ATTRIBUTES).map(
    ([name, column]) =>
      sql`${names.has(name as keyof Attributes) ? column : sql`cast(null as text)`} as ${sql.id(name)}`,
  )
  const { listed, place, from, to } = bucketTable(places)
  const keys = [place, ...Array.from(names, (name) => ATTRIBUTES[name])].filter((column) => column !== undefined)
  const { rows } = await sql<GroupedRow>`
    ${listed.first}
    select ${place ?? sql`0`} as place, ${sql.join(attributes)},
      sum(${countedTime(rounding)}) as milliseconds,
      count(*) as entries,
      count(*) filter (where entry.duration_ms >= entry.planned_ms) as completed,
      count(*) filter (where entry.duration_ms < entry.planned_ms) as "cutShort",
      max(entry.duration_ms) as "longestMilliseconds"
    from ${listed.each} time_entries as entry
    ${names.has('tag') ? JOIN_TAGS : sql``}
    where ${conditions}
      and entry.started_at >= ${from} and entry.started_at < ${to} and entry.ended_at <= ${to}
    ${keys.length > 0 ? sql`group by ${sql.join(keys)}` : sql``}
    having count(*) > 0`.execute(db)
  return rows
}

/** Places as a query goes through them. To list a single one only costs time. */
function bucketTable(places: readonly Bucket[]) {
  const [only, ...others] = places
  if (others.length === 0)
    return { listed: { first: sql``, each: sql`` }, place: undefined, from: bigint(only!.from), to: bigint(only!.to) }
  return {
    listed: {
      first: sql`with places (place, from_at, to_at) as (values ${valuesOf(places)})`,
      // A cross join is one that SQLite does in this order, and so by the index.
      each: sql`places cross join`,
    },
    place: sql`place`,
    from: sql`from_at`,
    to: sql`to_at`,
  }
}

const JOIN_TAGS = sql`left join time_entry_tags as tag on tag.user_id = entry.user_id and tag.entry_id = entry.id`

/** As `roundTime` does. */
function countedTime(rounding: Rounding | null) {
  if (rounding?.per !== 'entry') return sql`entry.duration_ms`
  const step = rounding.minutes * MINUTE_MS
  const added = { up: step - 1, down: 0, nearest: step / 2 }[rounding.direction]
  return sql`((entry.duration_ms + ${bigint(added)}) / ${bigint(step)}) * ${bigint(step)}`
}

/**
 * The few that reach from one place into another, or over the ends of the report. They are looked for where they can
 * be: the short ones just before the end of a place, the long ones among themselves.
 */
export async function listEntriesAcrossBuckets(db: Db, asked: ResolvedQuery): Promise<EntryRow[]> {
  const { buckets: places, conditions } = asked
  const { from } = wholePeriodOf(places)
  const { listed, from: fromAt, to: toAt } = bucketTable(places)
  const select = sql`select ${ENTRY_COLUMNS} from`
  const reachesOn = sql`entry.started_at >= ${fromAt} and entry.started_at < ${toAt} and entry.ended_at > ${toAt}`
  const reachesIn = sql`entry.started_at < ${from} and entry.ended_at > ${from}`
  const { rows } = await sql<EntryRow>`
    ${listed.first}
    ${select} ${listed.each} time_entries as entry
    where ${conditions} and entry.started_at > ${toAt} - ${bigint(MAX_SHORT_ENTRY_MS)} and ${reachesOn}
    union
    ${select} ${listed.each} time_entries as entry where ${conditions} and ${IS_LONG_ENTRY} and ${reachesOn}
    union
    ${select} time_entries as entry
    where ${conditions} and entry.started_at > ${from - MAX_SHORT_ENTRY_MS} and ${reachesIn}
    union
    ${select} time_entries as entry where ${conditions} and ${IS_LONG_ENTRY} and ${reachesIn}`.execute(db)
  return rows
}

export const ENTRY_COLUMNS = sql`entry.id, entry.duration_ms, entry.planned_ms, entry.started_at, ${sql.join(
  Object.entries(ENTRY_ATTRIBUTES).map(([name, column]) => sql`${column} as ${sql.id(name)}`),
)}`
/** As the index of these few is defined. */
export const MAX_SHORT_ENTRY_MS = 14_400_000
export const IS_LONG_ENTRY = sql`entry.ended_at - entry.started_at > 14400000`

export const wholePeriodOf = (places: readonly Bucket[]): Period => ({ from: places[0]!.from, to: places.at(-1)!.to })

/** Some at a time: their parts are many more than they are. */
export async function* loadEntries(
  db: Db,
  { userId, buckets: places }: ResolvedQuery,
  rows: readonly EntryRow[],
): AsyncGenerator<LoadedEntry> {
  for (let first = 0; first < rows.length; first += PAGE_SIZE) {
    const page = rows.slice(first, first + PAGE_SIZE)
    const ids = page.map(({ id }) => id)
    const parts = await listParts(db, userId, ids)
    for (const { id, duration_ms, planned_ms, started_at: _, ...attributes } of page) {
      const stretches = (parts.segments.get(id) ?? []).map((part) => [part.started_at, part.ended_at] as const)
      const tags = (parts.tags.get(id) ?? []).map(({ tag_id }) => tag_id)
      const figures = statsOfEntry({ duration_ms, planned_ms }, stretches, wholePeriodOf(places))
      if (figures.longestMilliseconds > 0) yield { ...attributes, segments: stretches, tags, stats: figures }
    }
  }
}

interface Lengths {
  duration_ms: number
  planned_ms: number | null
}

export interface EntryRow extends Lengths, EntryAttributes {
  id: string
  started_at: number
}

function statsOfEntry({ duration_ms, planned_ms }: Lengths, stretches: readonly Segment[], period: Period): EntryStats {
  return {
    completed: planned_ms !== null && duration_ms >= planned_ms ? 1 : 0,
    cutShort: planned_ms !== null && duration_ms < planned_ms ? 1 : 0,
    longestMilliseconds: timeWithin(stretches, period),
  }
}

/** By the entries that they are of. */
async function listParts(db: Db, userId: string, ids: readonly string[]) {
  const segments = await db
    .selectFrom('time_entry_segments')
    .select(['entry_id', 'started_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'entry_id', ids))
    .orderBy('started_at')
    .execute()
  const tags = await db
    .selectFrom('time_entry_tags')
    .select(['entry_id', 'tag_id'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'entry_id', ids))
    // By tags alone, SQLite would go through all that the user ever used.
    .orderBy('entry_id')
    .orderBy('tag_id')
    .execute()
  const ofEntry = ({ entry_id }: { entry_id: string }) => entry_id
  return { segments: Map.groupBy(segments, ofEntry), tags: Map.groupBy(tags, ofEntry) }
}

/** Numbers of our own: to bind a thousand of them takes longer than to look them up. */
const valuesOf = (places: readonly Bucket[]) =>
  sql.raw(places.map(({ from, to }, place) => `(${place}, ${from}, ${to})`).join())

/** PostgreSQL takes a bare parameter in a list of values for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`
