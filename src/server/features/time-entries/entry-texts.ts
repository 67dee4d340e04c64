import type { CompiledQuery } from 'kysely'
import type { TimeEntry } from '#contract/time-entries.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { readInParts } from '#server/db/read-in-parts.ts'
import { readText } from '#server/db/read-text.ts'
import { selectSegments, selectTags } from './statements.ts'
import { writeRows } from './write-rows.mjs'

/** The place of an entry in the list. */
export interface ListedEntry {
  id: string
  started_at: number
}

interface EntryTexts {
  userId: string
  /** The entries to read, as they are listed. */
  listed: readonly ListedEntry[]
  /** Whether few entries from the first to the last of the list are not in it. */
  isDense: boolean
  fields: readonly (keyof TimeEntry)[]
}

/** Few enough that other users need not wait long for their turn. */
const MAX_ENTRIES = 500
/** Most entries have one segment and few tags, but each may have a thousand segments. */
const MAX_ROWS = 2_000
const WRITER = { module: new URL('./write-rows.mjs', import.meta.url), writeRows }

/** Reads many entries as JSON, separated by commas, in parts that are small enough to be read at once. */
export function readEntryTexts(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  { userId, listed, isDense, fields }: EntryTexts,
): AsyncGenerator<Uint8Array> {
  const select = isDense ? selectBetween : selectByIds
  const readPart = (part: readonly ListedEntry[]) => {
    // The tags and segments of a single entry are never too many.
    const maxRows = part.length === 1 ? Number.MAX_SAFE_INTEGER - 1 : MAX_ROWS
    const options = { userId, ids: part.map(({ id }) => id), fields, maxRows }
    // Nothing is read for fields that nobody asked for.
    const limitFor = (field: 'tags' | 'segments') => (fields.includes(field) ? maxRows + 1 : 0)
    const limits = { entries: maxRows + 1, tags: limitFor('tags'), segments: limitFor('segments') }
    return read((db) => readText(db, select(db, userId, part, limits), WRITER, options))
  }
  return readInParts(listed, readPart, MAX_ENTRIES)
}

/** The most rows to read of each kind. */
interface RowLimits {
  entries: number
  tags: number
  segments: number
}

type Select = (db: Db, userId: string, part: readonly ListedEntry[], limits: RowLimits) => CompiledQuery[]

/** Entries, tags and segments from the first entry of a part to its last, which takes half as long as by their ids. */
const selectBetween: Select = (db, userId, part, limits) => {
  const [first, last] = [part[0]!, part.at(-1)!]
  const range = { userId, from: last.started_at, fromId: last.id, to: first.started_at, toId: first.id }
  return [
    entriesBetween.compile(db, { ...range, limit: limits.entries }),
    tagsBetween.compile(db, { ...range, limit: limits.tags }),
    segmentsBetween.compile(db, { ...range, limit: limits.segments }),
  ]
}

const selectByIds: Select = (db, userId, part, limits) => {
  const ids = JSON.stringify(part.map(({ id }) => id))
  return [
    entriesByIds.compile(db, { userId, ids }),
    selectTags.compile(db, { userId, ids, limit: limits.tags }),
    selectSegments.compile(db, { userId, ids, limit: limits.segments }),
  ]
}

interface Range {
  userId: string
  from: number
  fromId: string
  to: number
  toId: string
}

type LimitedRange = Range & { limit: number }

/** The columns that `writeRows` expects. */
const ENTRY_COLUMNS = [
  'id',
  'project_id',
  'task_id',
  'started_at',
  'ended_at',
  'duration_ms',
  'notes',
  'created_at',
  'updated_at',
] as const

const entriesByIds = compileOnce((db, { userId, ids }: { userId: string; ids: string }) =>
  db
    .selectFrom('time_entries')
    .select(ENTRY_COLUMNS)
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc'),
)

const entriesBetween = compileOnce((db, { limit, ...range }: LimitedRange) =>
  selectRange(db, range)
    .select(ENTRY_COLUMNS.map((column) => `entry.${column}` as const))
    .limit(limit),
)

// The entries come first in both, because SQLite would search their index for each of all tags or segments.
const tagsBetween = compileOnce((db, { limit, ...range }: LimitedRange) =>
  selectRange(db, range)
    .crossJoin('time_entry_tags as tag')
    .whereRef('tag.user_id', '=', 'entry.user_id')
    .whereRef('tag.entry_id', '=', 'entry.id')
    .select(['tag.entry_id', 'tag.tag_id'])
    .orderBy('tag.tag_id')
    .limit(limit),
)

const segmentsBetween = compileOnce((db, { limit, ...range }: LimitedRange) =>
  selectRange(db, range)
    .crossJoin('time_entry_segments as segment')
    .whereRef('segment.user_id', '=', 'entry.user_id')
    .whereRef('segment.entry_id', '=', 'entry.id')
    .select(['segment.entry_id', 'segment.started_at', 'segment.ended_at'])
    .orderBy('segment.started_at')
    .limit(limit),
)

const selectRange = (db: Db, { userId, from, fromId, to, toId }: Range) =>
  db
    .selectFrom('time_entries as entry')
    .where('entry.user_id', '=', userId)
    .where((row) => row(row.refTuple('entry.started_at', 'entry.id'), '>=', row.tuple(from, fromId)))
    .where((row) => row(row.refTuple('entry.started_at', 'entry.id'), '<=', row.tuple(to, toId)))
    .orderBy('entry.started_at', 'desc')
    .orderBy('entry.id', 'desc')
