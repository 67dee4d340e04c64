import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

export interface Range {
  from: number
  to: number
}

/**
 * How long was worked in each of some ranges that follow each other, in exact milliseconds. A stretch is looked up by
 * the range in which it ends, so that however many ranges there are each is read once; the few that began in an earlier
 * one reach back into it.
 */
export async function sumRanges(db: Db, userId: string, ranges: readonly Range[]): Promise<number[]> {
  const [sums, overhangs] = await Promise.all([sumByEnd(db, userId, ranges), listOverhangs(db, userId, ranges)])
  const totals = sums.map(({ milliseconds }) => milliseconds)
  for (const { place, started_at } of overhangs)
    for (let at = place - 1; at >= 0 && ranges[at]!.to > started_at; at--)
      totals[at]! += ranges[at]!.to - Math.max(started_at, ranges[at]!.from)
  return totals
}

/** A subquery for each range needs no sorting, which takes longer than all the rest. */
async function sumByEnd(db: Db, userId: string, ranges: readonly Range[]) {
  const result = await sql<{ milliseconds: number }>`
    with ranges (place, from_at, to_at) as (values ${valuesOf(ranges)})
    select coalesce((
      select sum(ended_at - case when started_at > from_at then started_at else from_at end)
      from time_entry_segments
      where user_id = ${userId} and ended_at > from_at and ended_at <= to_at
    ), 0) as milliseconds
    from ranges order by place`.execute(db)
  return result.rows
}

/** Stretches that began before the range in which they end; what ends after all of them has the next place. */
async function listOverhangs(db: Db, userId: string, ranges: readonly Range[]) {
  const after = { from: ranges.at(-1)!.to, to: Number.MAX_SAFE_INTEGER }
  // A cross join is one that SQLite does in this order, and so by the index.
  const result = await sql<{ place: number; started_at: number }>`
    with ranges (place, from_at, to_at) as (values ${valuesOf([...ranges, after])})
    select place, started_at
    from ranges cross join time_entry_segments
    where user_id = ${userId} and ended_at > from_at and ended_at <= to_at and started_at < from_at`.execute(db)
  return result.rows
}

const valuesOf = (ranges: readonly Range[]) =>
  sql.join(ranges.map(({ from, to }, place) => sql`(${bigint(place)}, ${bigint(from)}, ${bigint(to)})`))

/** PostgreSQL takes a bare parameter in a list of values for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`

/** The worked stretches that touch a range, the earliest first. */
export function listSegments(db: Db, userId: string, range: Range) {
  return segmentsIn(db, userId, range)
    .select(['entry_id', 'started_at', 'ended_at', 'project'])
    .orderBy('started_at')
    .orderBy('entry_id')
    .execute()
}

/** How long was worked on each project within a range, the longest first. */
export function sumProjects(db: Db, userId: string, range: Range) {
  const [from, to] = [bigint(range.from), bigint(range.to)]
  const milliseconds = sql<number>`sum(
    case when ended_at < ${to} then ended_at else ${to} end - case when started_at > ${from} then started_at else ${from} end
  )`
  return segmentsIn(db, userId, range)
    .select(['project', milliseconds.as('milliseconds')])
    .groupBy('project')
    .orderBy('milliseconds', 'desc')
    .orderBy('project')
    .execute()
}

/** With their projects, looked up one by one: PostgreSQL would rather join all entries that ever were. */
function segmentsIn(db: Db, userId: string, { from, to }: Range) {
  const project = sql<string>`(
    select project_id from time_entries as entry where entry.user_id = ${userId} and entry.id = segment.entry_id
  )`
  const segments = db
    .selectFrom('time_entry_segments as segment')
    .select(['entry_id', 'started_at', 'ended_at', project.as('project')])
    .where('user_id', '=', userId)
    .where('ended_at', '>', from)
    .where('started_at', '<', to)
  return db.selectFrom(segments.as('worked'))
}
