import { type RawBuilder, sql } from 'kysely'
import { hoursOf, type Period, type Place, reached } from '#core/report/periods.ts'
import { type Rounding, timeWithin } from '#core/report/rounding.ts'
import { calendarKey, type Cell, cut, type Dimension, type Key } from '#core/report/summary.ts'
import type { Stretch } from '#core/timer/stretches.ts'
import type { Db } from '#server/db/connect.ts'

const MINUTE_MS = 60_000

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
export interface Spanning {
  stretches: readonly Stretch[]
  project: string
  task: string | null
  tags: readonly string[]
  figures: Figures
}

interface Told {
  figures: Figures
}

/** What is told of a whole report. */
export interface Figures {
  completed: number
  cutShort: number
  longestMilliseconds: number
}

interface Row extends Figures {
  place: number
  project: string | null
  task: string | null
  tag: string | null
  milliseconds: number
  entries: number
}

/** All that was worked in some places, by some dimensions: most of it added up by the database, the rest cut here. */
export interface Worked {
  rows: readonly Row[]
  spanning: readonly Spanning[]
}

export async function readWorked(db: Db, asked: Asked, dimensions: readonly Dimension[]): Promise<Worked> {
  const [rows, spanning] = await Promise.all([addUpWithin(db, asked, dimensions), listSpanning(db, asked)])
  return { rows, spanning }
}

export function cellsOf({ rows, spanning }: Worked, asked: Asked, dimensions: readonly Dimension[]): Cell[] {
  const { places, rounding, clientOf, zone } = asked
  const keyOf = (dimension: Dimension, place: Place, { project, task, tag }: Subject) => {
    const values: Partial<Record<Dimension, Key>> = { project, task, tag, client: clientOf.get(project ?? '') ?? null }
    return calendarKey(dimension, place) ?? values[dimension] ?? null
  }
  const within = rows.map((row) => ({
    keys: dimensions.map((dimension) => keyOf(dimension, places[row.place]!, row)),
    place: row.place,
    milliseconds: row.milliseconds,
    entries: row.entries,
  }))
  const over = spanning.flatMap(({ stretches, tags, ...subject }) => {
    const each = tags.length > 0 ? tags : [null]
    const pieces = dimensions.includes('hour') ? hoursOf(stretches, places, zone) : reached(stretches, places)
    const keysIn = (piece: number) =>
      dimensions.map((dimension) =>
        dimension === 'tag' ? each : [keyOf(dimension, pieces[piece]!, { ...subject, tag: null })],
      )
    return cut({ stretches, keysIn }, pieces, rounding).map((cell) => ({ ...cell, place: pieces[cell.place]!.place }))
  })
  return [...within, ...over]
}

type Subject = Pick<Row, 'project' | 'task' | 'tag'>

export function figuresOf({ rows, spanning }: { rows: readonly Figures[]; spanning: readonly Told[] }): Figures {
  const all = [...rows, ...spanning.map(({ figures }) => figures)]
  return {
    completed: all.reduce((sum, { completed }) => sum + completed, 0),
    cutShort: all.reduce((sum, { cutShort }) => sum + cutShort, 0),
    longestMilliseconds: all.reduce((most, { longestMilliseconds }) => Math.max(most, longestMilliseconds), 0),
  }
}

/** Entries that lie within one place: however many there are, each is read once. */
async function addUpWithin(db: Db, asked: Asked, dimensions: readonly Dimension[]) {
  const { places, conditions, rounding } = asked
  const isAsked = (...names: Dimension[]) => names.some((name) => dimensions.includes(name))
  const columns = [
    isAsked('project', 'client') ? sql`entry.project_id` : undefined,
    isAsked('task') ? sql`entry.task_id` : undefined,
    isAsked('tag') ? sql`tag.tag_id` : undefined,
  ]
  const [project, task, tag] = columns.map((column) => column ?? sql`cast(null as text)`)
  const { listed, place, from, to } = laidOut(places)
  const keys = [place, ...columns].filter((column) => column !== undefined)
  const { rows } = await sql<Row>`
    ${listed.first}
    select ${place ?? sql`0`} as place, ${project} as project, ${task} as task, ${tag} as tag,
      sum(${counted(rounding)}) as milliseconds,
      count(*) as entries,
      count(*) filter (where entry.duration_ms >= entry.planned_ms) as completed,
      count(*) filter (where entry.duration_ms < entry.planned_ms) as "cutShort",
      max(entry.duration_ms) as "longestMilliseconds"
    from ${listed.each} time_entries as entry
    ${isAsked('tag') ? TAGS : sql``}
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
async function listSpanning(db: Db, asked: Asked): Promise<Spanning[]> {
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
  return withParts(db, asked, rows)
}

export const ENTRY_COLUMNS = sql`entry.id, entry.project_id as project, entry.task_id as task,
  entry.duration_ms, entry.planned_ms, entry.started_at`
/** As the index of these few is defined. */
export const SHORT_MS = 14_400_000
export const IS_LONG = sql`entry.ended_at - entry.started_at > 14400000`

export const wholeOf = (places: readonly Place[]): Period => ({ from: places[0]!.from, to: places.at(-1)!.to })

export async function withParts(db: Db, { userId, places }: Asked, rows: readonly Found[]): Promise<Spanning[]> {
  const parts = await listParts(
    db,
    userId,
    rows.map(({ id }) => id),
  )
  return rows
    .map((row) => ({
      project: row.project,
      task: row.task,
      stretches: parts.stretches.get(row.id) ?? [],
      tags: parts.tags.get(row.id) ?? [],
      figures: figuresOfOne(row, parts.stretches.get(row.id) ?? [], wholeOf(places)),
    }))
    .filter(({ figures }) => figures.longestMilliseconds > 0)
}

export interface Found {
  id: string
  project: string
  task: string | null
  duration_ms: number
  planned_ms: number | null
  started_at: number
}

function figuresOfOne({ duration_ms, planned_ms }: Found, stretches: readonly Stretch[], period: Period): Figures {
  return {
    completed: planned_ms !== null && duration_ms >= planned_ms ? 1 : 0,
    cutShort: planned_ms !== null && duration_ms < planned_ms ? 1 : 0,
    longestMilliseconds: timeWithin(stretches, period),
  }
}

async function listParts(db: Db, userId: string, ids: readonly string[]) {
  const stretches = new Map<string, Stretch[]>()
  const tags = new Map<string, string[]>()
  for (let first = 0; first < ids.length; first += 500) {
    const some = ids.slice(first, first + 500)
    const segments = await db
      .selectFrom('time_entry_segments')
      .select(['entry_id', 'started_at', 'ended_at'])
      .where('user_id', '=', userId)
      .where('entry_id', 'in', some)
      .orderBy('started_at')
      .execute()
    for (const { entry_id, started_at, ended_at } of segments)
      stretches.set(entry_id, [...(stretches.get(entry_id) ?? []), [started_at, ended_at]])
    const tagged = await db
      .selectFrom('time_entry_tags')
      .select(['entry_id', 'tag_id'])
      .where('user_id', '=', userId)
      .where('entry_id', 'in', some)
      // By tags alone, SQLite would go through all that the user ever used.
      .orderBy('entry_id')
      .orderBy('tag_id')
      .execute()
    for (const { entry_id, tag_id } of tagged) tags.set(entry_id, [...(tags.get(entry_id) ?? []), tag_id])
  }
  return { stretches, tags }
}

/** Numbers of our own: to bind a thousand of them takes longer than to look them up. */
const valuesOf = (places: readonly Place[]) =>
  sql.raw(places.map(({ from, to }, place) => `(${place}, ${from}, ${to})`).join())

/** PostgreSQL takes a bare parameter in a list of values for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`
