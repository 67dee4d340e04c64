import { sql } from 'kysely'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { rowsFromJson } from '#server/db/engine-sql.ts'

export interface Range {
  from: number
  to: number
}

/**
 * How long was worked in each of some ranges that follow each other, in exact milliseconds. A stretch is looked up by
 * the range in which it ends, so that however many ranges there are each is read once; the few that began in an earlier
 * one reach back into it.
 */
export async function sumWorkByRange(db: Db, userId: string, ranges: readonly Range[]): Promise<number[]> {
  const after = { from: ranges.at(-1)!.to, to: Number.MAX_SAFE_INTEGER }
  const rows = await readRangeSums(db, {
    userId,
    ranges: JSON.stringify([...ranges, after].map(({ from, to }) => [from, to])),
  })
  const figures = rows.map((row) => row.figures.split(' ').map(Number))
  const totals = figures.slice(0, -1).map(([inside]) => inside!)
  for (const [place, [, ...starts]] of figures.entries())
    for (const start of starts)
      for (let at = place - 1; at >= 0 && ranges[at]!.to > start; at--)
        totals[at]! += ranges[at]!.to - Math.max(start, ranges[at]!.from)
  return totals
}

/**
 * Of what ends in each range, how long it is inside, and after that the starts of what began before: as one text, since
 * a subquery has one column, and a join would have to be sorted, which takes longer than all the rest.
 */
const readRangeSums = compileOnce((db, { userId, ranges }: { userId: string; ranges: string }) => {
  const figures = sql<string>`coalesce((
    select sum(ended_at - case when started_at > from_at then started_at else from_at end)
      || coalesce(' ' || string_agg(case when started_at < from_at then cast(started_at as text) end, ' '), '')
    from time_entry_segments
    where user_id = ${userId} and ended_at > from_at and ended_at <= to_at
  ), '0')`
  const bounds = db
    .selectFrom(rowsFromJson(db, ranges))
    .select([sql`cast(value ->> 0 as bigint)`.as('from_at'), sql`cast(value ->> 1 as bigint)`.as('to_at')])
  return db.selectFrom(bounds.as('ranges')).select(figures.as('figures')).orderBy('from_at')
})

/** PostgreSQL takes a bare parameter beside another for text. */
const bigint = (value: number) => sql`cast(${value} as bigint)`

/** The worked stretches that touch a range, the earliest first. */
export function listSegments(db: Db, userId: string, range: Range) {
  return selectSegments(db, userId, range)
    .select(['entry_id', 'started_at', 'ended_at', 'project'])
    .orderBy('started_at')
    .orderBy('entry_id')
    .execute()
}

/** How long was worked on each project within a range, the longest first. */
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

/** With their projects, looked up one by one: PostgreSQL would rather join all entries that ever were. */
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
