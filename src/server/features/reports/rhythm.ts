import { sql } from 'kysely'
import { type Bucket, weekdayOf } from '#core/report/buckets.ts'
import {
  addWeekdayHour,
  type WeekdayHour,
  splitIntoWeekdayHours,
  emptyRhythm,
  type Rhythm,
} from '#core/report/rhythm.ts'
import type { Segment } from '#core/timer/segments.ts'
import { DAY_MS, HOUR_MS } from '#core/units.ts'
import type { Db } from '#server/db/connect.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { type ResolvedQuery, wholePeriodOf } from './contributions.ts'

/** A stretch is looked up by its end from every hour that it may reach into: longer ones are cut here. */
const MAX_SHORT_SEGMENT_MS = 4 * HOUR_MS

const HOURS = Array.from({ length: 24 }, (_, hour) => `(${hour})`).join()

const LENGTH = sql`segment.ended_at - segment.started_at`
const JOIN_ENTRIES = sql`join time_entries as entry on entry.user_id = segment.user_id and entry.id = segment.entry_id`

/** The database adds up the hours of ordinary days; those on which the clocks change are cut here. */
export async function readRhythm(db: Db, asked: ResolvedQuery): Promise<Rhythm> {
  const rhythm = emptyRhythm()
  const ordinary = asked.buckets.filter(({ from, to }) => to - from === DAY_MS)
  for (const beat of await sumHours(db, asked, ordinary)) addWeekdayHour(rhythm, beat)
  await addSegments(
    rhythm,
    await listSegments(db, asked, wholePeriodOf(asked.buckets), sql`${LENGTH} > ${MAX_SHORT_SEGMENT_MS}`),
    asked,
  )
  for (const day of asked.buckets.filter(({ from, to }) => to - from !== DAY_MS))
    await addSegments(rhythm, await listSegments(db, asked, day, sql`${LENGTH} <= ${MAX_SHORT_SEGMENT_MS}`), asked)
  return rhythm
}

async function addSegments(rhythm: Rhythm, stretches: readonly Segment[], { buckets: places, zone }: ResolvedQuery) {
  const pace = createYielder()
  for (const stretch of stretches)
    for (const beat of splitIntoWeekdayHours(stretch, places, zone)) {
      addWeekdayHour(rhythm, beat)
      if (pace.shouldYield()) await pace.yieldToEventLoop()
    }
}

async function sumHours(db: Db, { userId, conditions }: ResolvedQuery, days: readonly Bucket[]) {
  if (days.length === 0) return []
  const hour = sql`cast(${HOUR_MS} as bigint)`
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
  { from, to }: { from: number; to: number },
  condition: ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ started_at: number; ended_at: number }>`
    select segment.started_at, segment.ended_at from time_entry_segments as segment ${JOIN_ENTRIES}
    where segment.user_id = ${userId} and ${conditions} and ${condition}
      and segment.ended_at > ${from} and segment.started_at < ${to}`.execute(db)
  return rows.map((row) => [Math.max(row.started_at, from), Math.min(row.ended_at, to)] as const)
}
