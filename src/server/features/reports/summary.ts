import type { ReportSelection, RoundingQuery } from '#contract/reports.ts'
import type { Dimension } from '#core/report/dimensions.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import type { Rounding } from '#core/report/rounding.ts'
import { assembleSummary, createLineTotals, stepFor } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { listProjects } from '#server/features/projects/queries.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import {
  addStats,
  sumWithinBuckets,
  type ResolvedQuery,
  contributionOfRow,
  contributionsOfEntry,
  listEntriesAcrossBuckets,
  NO_STATS,
  loadEntries,
} from './contributions.ts'
import { readAllEntries } from './all-entries.ts'
import { conditionsOf } from './selection.ts'

type Query = ReportSelection & RoundingQuery

/** What was worked, added up by one or two things: most of it by the database, the rest is cut here. */
export async function readSummary(db: Db, userId: string, query: Query, dimensions: readonly Dimension[]) {
  const asked = await resolveQuery(db, userId, query, dimensions)
  const { rows, tagged, spanning } = await readTime(db, asked, dimensions)
  const levels = [[], dimensions.slice(0, 1), dimensions].slice(0, dimensions.length + 1)
  const sums = levels.map((level) => ({ level, ...createLineTotals(asked.rounding) }))
  for (const { level, add } of sums)
    for (const row of level.includes('tag') ? tagged : rows) add(contributionOfRow(row, asked, level))
  let figures = rows.reduce(addStats, NO_STATS)
  const pace = createYielder()
  for await (const entry of spanning) {
    figures = addStats(figures, entry.stats)
    for (const { level, add } of sums)
      for (const cell of contributionsOfEntry(entry, asked, level)) {
        add(cell)
        if (pace.shouldYield()) await pace.yieldToEventLoop()
      }
  }
  const summed = sums.map(({ rows }) => rows())
  return { ...assembleSummary(summed, dimensions), figures }
}

/** Whoever has several tags is in several rows of those that are told apart by them. */
async function readTime(db: Db, asked: ResolvedQuery, dimensions: readonly Dimension[]) {
  if (dimensions.includes('hour')) return { rows: [], tagged: [], spanning: readAllEntries(db, asked) }
  const untagged = dimensions.filter((dimension) => dimension !== 'tag')
  const [rows, tagged, spanning] = await Promise.all([
    sumWithinBuckets(db, asked, untagged),
    dimensions.includes('tag') ? sumWithinBuckets(db, asked, dimensions) : [],
    listEntriesAcrossBuckets(db, asked),
  ])
  return { rows, tagged, spanning: loadEntries(db, asked, spanning) }
}

export async function resolveQuery(
  db: Db,
  userId: string,
  query: Query,
  dimensions: readonly Dimension[],
): Promise<ResolvedQuery> {
  const { from, to, zone } = query
  const rounding = roundingOf(query)
  const period = periodOf(from, to, zone)
  const step = stepFor(dimensions, rounding)
  const projects = dimensions.includes('client') ? await listProjects(db, userId) : []
  return {
    userId,
    conditions: await conditionsOf(db, userId, query),
    buckets: step === undefined ? [{ ...period, date: from }] : splitIntoBuckets(period, step, zone),
    zone,
    rounding,
    clientOf: new Map(projects.map(({ id, client }) => [id, client])),
  }
}

function roundingOf({ rounding, roundingMinutes, roundingPer }: RoundingQuery): Rounding | null {
  return rounding === 'off' ? null : { direction: rounding, minutes: roundingMinutes, per: roundingPer }
}
