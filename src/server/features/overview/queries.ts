import { sql } from 'kysely'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint, rowsFromJson } from '#server/db/engine-sql.ts'

export interface Range {
  from: number
  to: number
}

/**
 * Adds up the time worked in each of several consecutive ranges. The database finds each segment once, by the range in
 * which it ends. For the few segments that began earlier, the time in earlier ranges is added here.
 */
export async function sumWorkByRange(db: Db, userId: string, ranges: readonly Range[]): Promise<number[]> {
  const after = { from: ranges.at(-1)!.to, to: Number.MAX_SAFE_INTEGER }
  const rows = await readRangeSums(db, {
    userId,
    ranges: JSON.stringify([...ranges, after].map(({ from, to }) => [from, to])),
  })
  const sums = rows.map((row) => row.sums.split(' ').map(Number))
  const totals = sums.slice(0, -1).map(([inside]) => inside!)
  for (const [index, [, ...starts]] of sums.entries())
    for (const start of starts)
      for (let at = index - 1; at >= 0 && ranges[at]!.to > start; at--)
        totals[at]! += ranges[at]!.to - Math.max(start, ranges[at]!.from)
  return totals
}

/**
 * For each range, the time inside it of segments that end there, followed by the starts of those that began earlier.
 * It is one text, because a subquery has one column; a join would need a sort, which takes longer than all the rest.
 */
const readRangeSums = compileOnce((db, { userId, ranges }: { userId: string; ranges: string }) => {
  const sums = sql<string>`coalesce((
    select sum(ended_at - case when started_at > from_at then started_at else from_at end)
      || coalesce(' ' || string_agg(case when started_at < from_at then cast(started_at as text) end, ' '), '')
    from time_entry_segments
    where user_id = ${userId} and ended_at > from_at and ended_at <= to_at
  ), '0')`
  const bounds = db
    .selectFrom(rowsFromJson(db, ranges))
    .select([sql`cast(value ->> 0 as bigint)`.as('from_at'), sql`cast(value ->> 1 as bigint)`.as('to_at')])
  return db.selectFrom(bounds.as('ranges')).select(sums.as('sums')).orderBy('from_at')
})

/** The segments that overlap a range, the earliest first. */
export function listSegments(db: Db, userId: string, range: Range) {
  return selectSegments(db, userId, range)
    .select(['entry_id', 'started_at', 'ended_at', 'project'])
    .orderBy('started_at')
    .orderBy('entry_id')
    .execute()
}

/** The time worked on each project within a range, the longest first. */
export function sumWorkByProject(db: Db, userId: string, range: Range) {
  const [from, to] = [bigint(range.from), bigint(range.to)]
  const milliseconds = sql<number>`sum(
    case when ended_at < ${to} then ended_at else ${to} end - case when started_at > ${from} then started_at else ${from} end
  )`
  return selectSegments(db, userId, range)
    .select(['project', milliseconds.as('milliseconds')])
    .groupBy('project')
    .orderBy('milliseconds', 'desc')
    .orderBy('project')
    .execute()
}

/** Selects the project by a subquery, because PostgreSQL would join all entries of the user otherwise. */
function selectSegments(db: Db, userId: string, { from, to }: Range) {
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
