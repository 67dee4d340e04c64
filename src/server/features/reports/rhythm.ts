import { sql } from 'kysely'
import { type Bucket, type Period, wholePeriodOf } from '#core/report/buckets.ts'
import { weekdayOf } from '#core/time/calendar-dates.ts'
import {
  addWeekdayHour,
  emptyRhythm,
  type Rhythm,
  splitIntoWeekdayHours,
  type WeekdayHour,
} from '#core/report/rhythm.ts'
import type { Segment } from '#core/time/segments.ts'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint } from '#server/db/engine-sql.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import type { ResolvedQuery } from './resolve-query.ts'

/** The database adds up segments of at most this length; longer ones are split here. */
const MAX_SHORT_SEGMENT_MS = 4 * HOUR_MS

const HOURS = Array.from({ length: 24 }, (_, hour) => `(${hour})`).join()

const LENGTH = sql`segment.ended_at - segment.started_at`
const JOIN_ENTRIES = sql`join time_entries as entry on entry.user_id = segment.user_id and entry.id = segment.entry_id`

/** The database adds up short segments on days of 24 hours. Long segments and other days are split here. */
export async function readRhythm(db: Db, resolved: ResolvedQuery): Promise<Rhythm> {
  const rhythm = emptyRhythm()
  const { buckets } = resolved
  const isOrdinary = ({ from, to }: Bucket) => to - from === DAY_MS
  const [isLong, isShort] = [sql`${LENGTH} > ${MAX_SHORT_SEGMENT_MS}`, sql`${LENGTH} <= ${MAX_SHORT_SEGMENT_MS}`]
  for (const weekdayHour of await sumHours(db, resolved, buckets.filter(isOrdinary)))
    addWeekdayHour(rhythm, weekdayHour)
  await addSegments(rhythm, await listSegments(db, resolved, wholePeriodOf(buckets), isLong), resolved)
  for (const day of buckets.filter((day) => !isOrdinary(day)))
    await addSegments(rhythm, await listSegments(db, resolved, day, isShort), resolved)
  return rhythm
}

async function addSegments(rhythm: Rhythm, segments: readonly Segment[], { buckets, zone }: ResolvedQuery) {
  const yielder = createYielder()
  for (const segment of segments)
    for (const weekdayHour of splitIntoWeekdayHours(segment, buckets, zone)) {
      addWeekdayHour(rhythm, weekdayHour)
      if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    }
}

async function sumHours(db: Db, { userId, conditions }: ResolvedQuery, days: readonly Bucket[]) {
  if (days.length === 0) return []
  const hour = bigint(HOUR_MS)
  const from = sql`(from_at + hour * ${hour})`
  const to = sql`(from_at + (hour + 1) * ${hour})`
  const { rows } = await sql<WeekdayHour>`
    with days (weekday, from_at) as (values ${sql.raw(days.map(({ date, from }) => `(${weekdayOf(date)}, ${from})`).join())}),
      hours (hour) as (values ${sql.raw(HOURS)})
    select weekday, hour, sum(
      case when segment.ended_at < ${to} then segment.ended_at else ${to} end -
      case when segment.started_at > ${from} then segment.started_at else ${from} end
    ) as milliseconds
    from days cross join hours cross join time_entry_segments as segment ${JOIN_ENTRIES}
    where segment.user_id = ${userId} and ${conditions} and ${LENGTH} <= ${MAX_SHORT_SEGMENT_MS}
      and segment.ended_at > ${from} and segment.ended_at <= ${to} + ${MAX_SHORT_SEGMENT_MS} and segment.started_at < ${to}
    group by weekday, hour`.execute(db)
  return rows
}

async function listSegments(
  db: Db,
  { userId, conditions }: ResolvedQuery,
  { from, to }: Period,
  condition: ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ started_at: number; ended_at: number }>`
    select segment.started_at, segment.ended_at from time_entry_segments as segment ${JOIN_ENTRIES}
    where segment.user_id = ${userId} and ${conditions} and ${condition}
      and segment.ended_at > ${from} and segment.started_at < ${to}`.execute(db)
  return rows.map((row) => [Math.max(row.started_at, from), Math.min(row.ended_at, to)] as const)
}
