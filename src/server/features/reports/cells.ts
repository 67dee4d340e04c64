import { type RawBuilder, sql } from 'kysely'
import { type AttributeDimension, type Dimension, isCalendarDimension } from '#core/report/dimensions.ts'
import { hoursOf, type Period, type Place, reached } from '#core/report/periods.ts'
import { type Rounding, timeWithin } from '#core/report/rounding.ts'
import { calendarKey, type Cell, cut, type Key } from '#core/report/summary.ts'
import type { Segment } from '#core/timer/segments.ts'
import { MINUTE_MS } from '#core/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine.ts'

export const PAGE = 500

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

export interface Asked {
  userId: string
  /** What an entry, called `entry`, has to be like. */
  conditions: RawBuilder<unknown>
  /** The places of the calendar, one after the other. */
  places: readonly Place[]
  zone: string
  rounding: Rounding | null
  /** The clients of projects, where they are asked for. */
  clientOf: ReadonlyMap<string, string | null>
}

/** What is known of an entry that has to be cut. */
export interface Spanning extends EntryAttributes {
  stretches: readonly Segment[]
  tags: readonly string[]
  figures: Figures
}

/** What is told of a whole report. */
export interface Figures {
  completed: number
  cutShort: number
  longestMilliseconds: number
}

export interface Row extends Figures, Attributes {
  place: number
  milliseconds: number
  entries: number
}

/** What lies within one place, as the database has added it up. */
export const cellOf = (row: Row, asked: Asked, dimensions: readonly Dimension[]): Cell => ({
  keys: dimensions.map((dimension) => keyOf(dimension, asked.places[row.place]!, row, asked)),
  place: row.place,
  milliseconds: row.milliseconds,
  entries: row.entries,
})

/** What is cut here. */
export function cellsOf({ stretches, tags, ...attributes }: Spanning, asked: Asked, dimensions: readonly Dimension[]) {
  const { places, rounding, zone } = asked
  const each = tags.length > 0 ? tags : [null]
  const pieces = dimensions.includes('hour') ? hoursOf(stretches, places, zone) : reached(stretches, places)
  const keysIn = (piece: Place) =>
    dimensions.map((dimension) =>
      dimension === 'tag' ? each : [keyOf(dimension, piece, { ...attributes, tag: null }, asked)],
    )
  return cut({ stretches, keysIn }, pieces, rounding)
}

function keyOf(dimension: Dimension, place: Place, attributes: Attributes, { clientOf }: Asked): Key {
  if (isCalendarDimension(dimension)) return calendarKey(dimension, place)
  const key = attributes[ATTRIBUTE_OF[dimension]]
  return dimension === 'client' ? (clientOf.get(key ?? '') ?? null) : key
}

export const NO_FIGURES: Figures = { completed: 0, cutShort: 0, longestMilliseconds: 0 }

export const addFigures = (some: Figures, more: Figures): Figures => ({
  completed: some.completed + more.completed,
  cutShort: some.cutShort + more.cutShort,
  longestMilliseconds: Math.max(some.longestMilliseconds, more.longestMilliseconds),
})

/** Entries that lie within one place: however many there are, each is read once. */
export async function addUpWithin(db: Db, asked: Asked, dimensions: readonly Dimension[]) {
  const { places, conditions, rounding } = asked
  const names = new Set(
    dimensions.flatMap((dimension) => (isCalendarDimension(dimension) ? [] : ATTRIBUTE_OF[dimension])),
  )
  const attributes = Object.entries(ATTRIBUTES).map(
    ([name, column]) =>
      sql`${names.has(name as keyof Attributes) ? column : sql`cast(null as text)`} as ${sql.id(name)}`,
  )
  const { listed, place, from, to } = laidOut(places)
  const keys = [place, ...Array.from(names, (name) => ATTRIBUTES[name])].filter((column) => column !== undefined)
  const { rows } = await sql<Row>`
    ${listed.first}
    select ${place ?? sql`0`} as place, ${sql.join(attributes)},
      sum(${counted(rounding)}) as milliseconds,
      count(*) as entries,
      count(*) filter (where entry.duration_ms >= entry.planned_ms) as completed,
      count(*) filter (where entry.duration_ms < entry.planned_ms) as "cutShort",
      max(entry.duration_ms) as "longestMilliseconds"
    from ${listed.each} time_entries as entry
    ${names.has('tag') ? TAGS : sql``}
    where ${conditions}
      and entry.started_at >= ${from} and entry.started_at < ${to} and entry.ended_at <= ${to}
    ${keys.length > 0 ? sql`group by ${sql.join(keys)}` : sql``}
    having count(*) > 0`.execute(db)
  return rows
}

/** Places as a query goes through them. To list a single one only costs time. */
function laidOut(places: readonly Place[]) {
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

const TAGS = sql`left join time_entry_tags as tag on tag.user_id = entry.user_id and tag.entry_id = entry.id`

/** As `roundTime` does. */
function counted(rounding: Rounding | null) {
  if (rounding?.per !== 'entry') return sql`entry.duration_ms`
  const step = rounding.minutes * MINUTE_MS
  const added = { up: step - 1, down: 0, nearest: step / 2 }[rounding.direction]
  return sql`((entry.duration_ms + ${bigint(added)}) / ${bigint(step)}) * ${bigint(step)}`
}

/**
 * The few that reach from one place into another, or over the ends of the report. They are looked for where they can
 * be: the short ones just before the end of a place, the long ones among themselves.
 */
export async function listSpanning(db: Db, asked: Asked): Promise<Found[]> {
  const { places, conditions } = asked
  const { from } = wholeOf(places)
  const { listed, from: fromAt, to: toAt } = laidOut(places)
  const select = sql`select ${ENTRY_COLUMNS} from`
  const reachesOn = sql`entry.started_at >= ${fromAt} and entry.started_at < ${toAt} and entry.ended_at > ${toAt}`
  const reachesIn = sql`entry.started_at < ${from} and entry.ended_at > ${from}`
  const { rows } = await sql<Found>`
    ${listed.first}
    ${select} ${listed.each} time_entries as entry
    where ${conditions} and entry.started_at > ${toAt} - ${bigint(SHORT_MS)} and ${reachesOn}
    union
    ${select} ${listed.each} time_entries as entry where ${conditions} and ${IS_LONG} and ${reachesOn}
    union
    ${select} time_entries as entry
    where ${conditions} and entry.started_at > ${from - SHORT_MS} and ${reachesIn}
    union
    ${select} time_entries as entry where ${conditions} and ${IS_LONG} and ${reachesIn}`.execute(db)
  return rows
}

export const ENTRY_COLUMNS = sql`entry.id, entry.duration_ms, entry.planned_ms, entry.started_at, ${sql.join(
  Object.entries(ENTRY_ATTRIBUTES).map(([name, column]) => sql`${column} as ${sql.id(name)}`),
)}`
/** As the index of these few is defined. */
export const SHORT_MS = 14_400_000
export const IS_LONG = sql`entry.ended_at - entry.started_at > 14400000`

export const wholeOf = (places: readonly Place[]): Period => ({ from: places[0]!.from, to: places.at(-1)!.to })

/** Some at a time: their parts are many more than they are. */
export async function* withParts(db: Db, { userId, places }: Asked, rows: readonly Found[]): AsyncGenerator<Spanning> {
  for (let first = 0; first < rows.length; first += PAGE) {
    const page = rows.slice(first, first + PAGE)
    const ids = page.map(({ id }) => id)
    const parts = await listParts(db, userId, ids)
    for (const { id, duration_ms, planned_ms, started_at: _, ...attributes } of page) {
      const stretches = (parts.segments.get(id) ?? []).map((part) => [part.started_at, part.ended_at] as const)
      const tags = (parts.tags.get(id) ?? []).map(({ tag_id }) => tag_id)
      const figures = figuresOfOne({ duration_ms, planned_ms }, stretches, wholeOf(places))
      if (figures.longestMilliseconds > 0) yield { ...attributes, stretches, tags, figures }
    }
  }
}

interface Lengths {
  duration_ms: number
  planned_ms: number | null
}

export interface Found extends Lengths, EntryAttributes {
  id: string
  started_at: number
}

function figuresOfOne({ duration_ms, planned_ms }: Lengths, stretches: readonly Segment[], period: Period): Figures {
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
const valuesOf = (places: readonly Place[]) =>
  sql.raw(places.map(({ from, to }, place) => `(${place}, ${from}, ${to})`).join())

/** PostgreSQL takes a bare parameter in a list of values for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`
