import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { bigint, isStillWanted } from '#server/db/engine-sql.ts'
import { type EntryQuery, selectMatching, type TimeEntryConditions } from './matching.ts'
import { countTimeEntries, type EntryValues, findEarliestStart } from './queries.ts'

export interface ListSelection extends TimeEntryConditions {
  /** Only entries that follow this one in the list. */
  after?: EntryValues | undefined
}

/** Selects the first of the matching entries, the newest first. */
export function selectFirst(db: Db, userId: string, selection: ListSelection, limit: number): EntryQuery {
  const { after, endDate = Infinity, ...filter } = selection
  // Only the narrower of both limits, because SQLite would search by one and compare all entries before the page by the
  // other.
  const hasCursor = after !== undefined && after.startedAt < endDate
  const range = hasCursor || endDate === Infinity ? {} : { endDate }
  return selectMatching(db, userId, { ...filter, ...range })
    .$if(hasCursor, (query) =>
      query.where((row) => row(row.refTuple('started_at', 'id'), '<', row.tuple(after!.startedAt, after!.id))),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** Lists the first matching entries by their places. It may have to look at all entries of the user. */
export async function listFirst(db: Db, userId: string, selection: ListSelection, limit: number) {
  const { startDate } = selection
  // Without an earliest start, the database would look at all entries before the range.
  const earliest = startDate === undefined ? undefined : await findEarliestStart(db, userId, startDate)
  return selectFirst(db, userId, selection, limit)
    .$if(earliest !== undefined, (query) => query.where('started_at', '>=', earliest!))
    .where(isStillWanted(db, 'time_entries'))
    .select(['id', 'started_at'])
    .execute()
}

/** The number of matching entries, and their time between `startDate` and `endDate`. */
export async function sumTimeEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  const { startDate, endDate } = filter
  const counted = await countTimeEntries(db, userId, filter)
  if (startDate === undefined && endDate === undefined) return counted
  const start = startDate === undefined ? sql`started_at` : laterOf('started_at', startDate)
  const end = endDate === undefined ? sql`ended_at` : earlierOf('ended_at', endDate)
  const { milliseconds } = await db
    .selectFrom('time_entry_segments')
    .select(sql<number>`coalesce(sum(${end} - ${start}), 0)`.as('milliseconds'))
    .where('user_id', '=', userId)
    .where('entry_id', 'in', selectMatching(db, userId, filter).where(isStillWanted(db, 'time_entries')).select('id'))
    .where(isStillWanted(db, 'time_entry_segments'))
    .$if(startDate !== undefined, (query) => query.where('ended_at', '>', startDate!))
    .$if(endDate !== undefined, (query) => query.where('started_at', '<', endDate!))
    .executeTakeFirstOrThrow()
  return { ...counted, milliseconds }
}

const laterOf = (column: string, time: number) =>
  sql`case when ${sql.ref(column)} > ${bigint(time)} then ${sql.ref(column)} else ${bigint(time)} end`

const earlierOf = (column: string, time: number) =>
  sql`case when ${sql.ref(column)} < ${bigint(time)} then ${sql.ref(column)} else ${bigint(time)} end`
