import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint, isStillWanted, rowsFromJson } from '#server/db/engine-sql.ts'

export interface Range {
  from: number
  to: number
}

/**
 * Adds up the time worked in each of several consecutive ranges. The database finds each segment once, by the range in
 * which it ends, and adds up its time there and in the range before. The few segments that began earlier still are
 * counted by a second query. With a project, only work on it counts.
 */
export async function sumWorkByRange(
  db: Db,
  userId: string,
  ranges: readonly Range[],
  project = '',
): Promise<number[]> {
  const after = { from: ranges.at(-1)!.to, to: Number.MAX_SAFE_INTEGER }
  const all = [...ranges, after].map(({ from, to }, index) => [index, ranges[index - 1]?.from ?? from, from, to])
  const values = { userId, ranges: JSON.stringify(all), project }
  const { readRangeSums, readLongerSegments } = queriesOf(project)
  const totals = Array<number>(all.length).fill(0)
  let hasLonger = false
  for (const [index, { sums }] of (await readRangeSums(db, values)).entries()) {
    const [inside = 0, before = 0, longer = 0] = sums.split(' ').map(Number)
    totals[index]! += inside
    if (index > 0) totals[index - 1]! += before
    hasLonger ||= longer > 0
  }
  if (hasLonger) for (const row of await readLongerSegments(db, values)) addLonger(totals, ranges, row)
  return totals.slice(0, -1)
}

interface LongerSegments {
  /** The indexes of the ranges in which they start and end. The first is null if they start before all ranges. */
  startIndex: number | null
  endIndex: number
  segments: number
  /** Their time in the range in which they start. */
  firstTime: number
}

/** Adds the time of segments in the ranges before their last, if they are longer than a range. */
function addLonger(totals: number[], ranges: readonly Range[], longer: LongerSegments) {
  const { startIndex, endIndex, segments, firstTime } = longer
  if (startIndex !== null) totals[startIndex]! += firstTime
  for (let index = (startIndex ?? -1) + 1; index < endIndex; index++)
    totals[index]! += segments * (ranges[index]!.to - ranges[index]!.from)
}

interface RangeValues {
  userId: string
  /** A JSON array of an index, the start of the range before, the start and the end of each range. */
  ranges: string
  /** Empty for all work. */
  project: string
}

const selectRanges = (db: Db, ranges: string) =>
  db
    .selectFrom(rowsFromJson(db, ranges))
    .select([
      sql<number>`cast(value ->> 0 as bigint)`.as('range_index'),
      sql<number>`cast(value ->> 1 as bigint)`.as('before_at'),
      sql<number>`cast(value ->> 2 as bigint)`.as('from_at'),
      sql<number>`cast(value ->> 3 as bigint)`.as('to_at'),
    ])

/**
 * For each range, of the segments that end there: the time inside it, the time in the range before of those that start in
 * that, and the number of those that start earlier. It is one text, because a subquery has one column; a join would need a
 * sort, which takes longer than all the rest.
 */
const rangeSumsOf =
  (isOfProject: IsOfProject) =>
  (db: Db, { userId, ranges, project }: RangeValues) => {
    const sums = sql<string>`coalesce((
    select sum(ended_at - case when started_at > from_at then started_at else from_at end)
      || ' ' || sum(case when started_at < from_at and started_at >= before_at then from_at - started_at else 0 end)
      || ' ' || sum(case when started_at < before_at then 1 else 0 end)
    from time_entry_segments as segment
    where user_id = ${userId} and ended_at > from_at and ended_at <= to_at and ${isStillWanted(db, 'segment')}
      and ${isOfProject(userId, project)}
  ), '0')`
    return db.selectFrom(selectRanges(db, ranges).as('ranges')).select(sums.as('sums')).orderBy('from_at')
  }

/** The segments that start before the range before their last, by the ranges in which they start and end. */
const longerSegmentsOf =
  (isOfProject: IsOfProject) =>
  (db: Db, { userId, ranges, project }: RangeValues) =>
    db
      .selectFrom(selectRanges(db, ranges).as('last'))
      .innerJoin('time_entry_segments as segment', (join) =>
        join
          .on('segment.user_id', '=', userId)
          .onRef('segment.ended_at', '>', 'last.from_at')
          .onRef('segment.ended_at', '<=', 'last.to_at')
          .onRef('segment.started_at', '<', 'last.before_at')
          .on(isStillWanted(db, 'segment'))
          .on(isOfProject(userId, project)),
      )
      .leftJoin(selectRanges(db, ranges).as('first'), (join) =>
        join.onRef('segment.started_at', '>=', 'first.from_at').onRef('segment.started_at', '<', 'first.to_at'),
      )
      .groupBy(['first.range_index', 'last.range_index'])
      .select((row) => [
        'first.range_index as startIndex',
        'last.range_index as endIndex',
        row.fn.countAll<number>().as('segments'),
        sql<number>`coalesce(sum(first.to_at - segment.started_at), 0)`.as('firstTime'),
      ])

type IsOfProject = (userId: string, project: string) => RawBuilder<boolean>

/** Compiled queries on segments that meet a condition. */
const compileFor = (isOfProject: IsOfProject) => ({
  readRangeSums: compileOnce(rangeSumsOf(isOfProject)),
  readLongerSegments: compileOnce(longerSegmentsOf(isOfProject)),
})

const OF_ALL_WORK = compileFor(() => sql<boolean>`true`)
const OF_PROJECT = compileFor(
  (userId, project) => sql<boolean>`exists (
    select 1 from time_entries as entry
    where entry.user_id = ${userId} and entry.id = segment.entry_id and entry.project_id = ${project}
  )`,
)

const queriesOf = (project: string) => (project === '' ? OF_ALL_WORK : OF_PROJECT)

/** The latest segments that overlap a range, the earliest of them first. */
export async function listLatestSegments(db: Db, userId: string, range: Range, limit: number) {
  const rows = await selectSegments(db, userId, range)
    .select(['entry_id', 'started_at', 'ended_at', 'project'])
    .orderBy('started_at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** The time worked within a range, and the number of its entries. */
export function sumSegments(db: Db, userId: string, range: Range) {
  return selectSegments(db, userId, range)
    .select((row) => [
      row.fn.coalesce(timeWithin(range), row.lit(0)).as('milliseconds'),
      row.fn.count<number>('entry_id').distinct().as('entryCount'),
    ])
    .executeTakeFirstOrThrow()
}

function timeWithin(range: Range) {
  const [from, to] = [bigint(range.from), bigint(range.to)]
  return sql<number>`sum(
    case when ended_at < ${to} then ended_at else ${to} end - case when started_at > ${from} then started_at else ${from} end
  )`
}

/** The time worked on each project within a range, the longest first. */
export function sumWorkByProject(db: Db, userId: string, range: Range) {
  return selectSegments(db, userId, range)
    .select(['project', timeWithin(range).as('milliseconds')])
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
    .where(isStillWanted(db, 'segment'))
  return db.selectFrom(segments.as('worked'))
}
