import { type RawBuilder, sql } from 'kysely'
import { type Bucket, sliceByHour } from '#core/report/buckets.ts'
import { weekdayOf } from '#core/time/calendar-dates.ts'
import {
  addWeekdayHour,
  emptyRhythm,
  type Rhythm,
  splitIntoWeekdayHours,
  type WeekdayHour,
} from '#core/report/rhythm.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint, isStillWanted } from '#server/db/engine-sql.ts'
import { Refusal } from '#server/errors.ts'
import { MAX_SHORT_ENTRY_MS } from '#server/features/time-entries/queries.ts'
import { createPacer, forEachPaced } from '#server/yield-to-event-loop.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { readLongEntries } from './split-entries.ts'

/** The database adds up segments of at most this length; longer ones are split here. Only long entries have such. */
const MAX_SHORT_SEGMENT_MS = MAX_SHORT_ENTRY_MS
/** Entries of many hours in great number exceed it. */
const MAX_SPLIT_HOURS = 600_000

const HOURS = Array.from({ length: 24 }, (_, hour) => `(${hour})`).join()

const LENGTH = sql`segment.ended_at - segment.started_at`

/** The database adds up short segments. Long segments are split here. */
export async function readRhythm(db: Db, resolved: ResolvedQuery): Promise<Rhythm> {
  const rhythm = emptyRhythm()
  const { buckets } = resolved
  const isOrdinary = ({ from, to }: Bucket) => to - from === DAY_MS
  const ordinary = await sumHours(db, resolved, hoursOfDays(buckets.filter(isOrdinary)))
  const others = await sumHours(
    db,
    resolved,
    hoursOfOtherDays(resolved, (day) => !isOrdinary(day)),
  )
  for (const weekdayHour of [...ordinary, ...others]) addWeekdayHour(rhythm, weekdayHour)
  await addLongSegments(rhythm, db, resolved)
  return rhythm
}

async function addLongSegments(rhythm: Rhythm, db: Db, resolved: ResolvedQuery) {
  const { buckets, zone } = resolved
  const pacer = createPacer()
  let hours = 0
  for await (const { segments } of readLongEntries(db, resolved))
    for (const segment of segments.filter(([start, end]) => end - start > MAX_SHORT_SEGMENT_MS))
      await forEachPaced(splitIntoWeekdayHours(segment, buckets, zone), pacer, (weekdayHour) => {
        addWeekdayHour(rhythm, weekdayHour)
        if (++hours > MAX_SPLIT_HOURS) throw new Refusal('too-large', 'reportTooLarge')
      })
}

/** A table of hours, each with its weekday, start and end. */
interface HourTable {
  with: RawBuilder<unknown>
  from: RawBuilder<unknown>
  isEmpty: boolean
}

/** The hours of days that have 24. */
function hoursOfDays(days: readonly Bucket[]): HourTable {
  const hour = bigint(HOUR_MS)
  const rows = days.map(({ date, from }) => `(${weekdayOf(date)}, ${from})`)
  return {
    with: sql`with days (weekday, day_start) as (values ${sql.raw(rows.join())}), hours (hour) as (values ${sql.raw(HOURS)})`,
    from: sql`(
      select weekday, hour, day_start + hour * ${hour} as from_at, day_start + (hour + 1) * ${hour} as to_at
      from days cross join hours
    ) as slices`,
    isEmpty: days.length === 0,
  }
}

/** The hours of days on which the clock changes. */
function hoursOfOtherDays({ buckets, zone }: ResolvedQuery, isSelected: (day: Bucket) => boolean): HourTable {
  const days = buckets.filter(isSelected)
  const slices = days.flatMap((day) => [...sliceByHour([[day.from, day.to]], [day], zone)])
  const rows = slices.map(({ date, hour, from, to }) => `(${weekdayOf(date)}, ${hour}, ${from}, ${to})`)
  return {
    with: sql`with slices (weekday, hour, from_at, to_at) as (values ${sql.raw(rows.join())})`,
    from: sql`slices`,
    isEmpty: rows.length === 0,
  }
}

/** SQLite keeps the order of a cross join: it finds segments by their time, and then the entry of each. */
async function sumHours(db: Db, { userId, conditions }: ResolvedQuery, table: HourTable) {
  if (table.isEmpty) return []
  const { rows } = await sql<WeekdayHour>`
    ${table.with}
    select weekday, hour, sum(
      case when segment.ended_at < to_at then segment.ended_at else to_at end -
      case when segment.started_at > from_at then segment.started_at else from_at end
    ) as milliseconds
    from ${table.from} cross join time_entry_segments as segment cross join time_entries as entry
    where segment.user_id = ${userId} and entry.id = segment.entry_id
      and ${isStillWanted(db, 'segment')} and ${conditions}
      and ${LENGTH} <= ${MAX_SHORT_SEGMENT_MS} and segment.ended_at > from_at
      and segment.ended_at <= to_at + ${MAX_SHORT_SEGMENT_MS} and segment.started_at < to_at
    group by weekday, hour`.execute(db)
  return rows
}
