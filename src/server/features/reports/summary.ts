import type { Dimension } from '#core/report/dimensions.ts'
import { assembleSummary, createLineTotals } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { createYielder } from '#server/yield-to-event-loop.ts'
import { addStats, NO_STATS } from './entry-stats.ts'
import { contributionOfRow, sumWithinBuckets } from './grouped-sums.ts'
import { type ReportQuery, type ResolvedQuery, resolveQuery } from './resolve-query.ts'
import { contributionsOfEntry, listEntriesAcrossBuckets, loadEntries, readAllEntries } from './split-entries.ts'

/** Adds up time by one or two dimensions. The database adds up most entries; only those across buckets are split here. */
export async function readSummary(db: Db, userId: string, query: ReportQuery, dimensions: readonly Dimension[]) {
  const resolved = await resolveQuery(db, userId, query, dimensions)
  const { rows, rowsByTag, entries } = await readTime(db, resolved, dimensions)
  const levels = [[], dimensions.slice(0, 1), dimensions].slice(0, dimensions.length + 1)
  const totals = levels.map((level) => ({ level, ...createLineTotals(resolved.rounding) }))
  for (const { level, add } of totals)
    for (const row of level.includes('tag') ? rowsByTag : rows) add(contributionOfRow(row, resolved, level))
  let stats = rows.reduce(addStats, NO_STATS)
  const yielder = createYielder()
  for await (const entry of entries) {
    stats = addStats(stats, entry.stats)
    for (const { level, add } of totals)
      for (const contribution of contributionsOfEntry(entry, resolved, level)) {
        add(contribution)
        if (yielder.shouldYield()) await yielder.yieldToEventLoop()
      }
  }
  const lineTotals = totals.map(({ rows }) => rows())
  return { ...assembleSummary(lineTotals, dimensions), stats }
}

/** An entry with several tags is in several of `rowsByTag`, so levels without tags use `rows`. */
async function readTime(db: Db, resolved: ResolvedQuery, dimensions: readonly Dimension[]) {
  if (dimensions.includes('hour')) return { rows: [], rowsByTag: [], entries: readAllEntries(db, resolved) }
  const untagged = dimensions.filter((dimension) => dimension !== 'tag')
  const [rows, rowsByTag, acrossBuckets] = await Promise.all([
    sumWithinBuckets(db, resolved, untagged),
    dimensions.includes('tag') ? sumWithinBuckets(db, resolved, dimensions) : [],
    listEntriesAcrossBuckets(db, resolved),
  ])
  return { rows, rowsByTag, entries: loadEntries(db, resolved, acrossBuckets) }
}
