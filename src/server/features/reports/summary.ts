import type { Dimension } from '#core/report/dimensions.ts'
import { assembleLines, assembleSummary, createLineTotals, type Line } from '#core/report/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { createPacer, forEachPaced } from '#server/yield-to-event-loop.ts'
import { addStats, NO_STATS } from './entry-stats.ts'
import { contributionOfRow, sumWithinBuckets } from './grouped-sums.ts'
import { type ReportQuery, type ResolvedQuery, resolveQuery } from './resolve-query.ts'
import { contributionsOfEntry, readAllEntries, readEntriesAcrossBuckets } from './split-entries.ts'

/** Twice what the entries of ten years need by the hour. Entries of many hours in great number exceed it. */
const MAX_CONTRIBUTIONS = 600_000

/** Adds up time by one or two dimensions. The database adds up most entries; only those across buckets are split here. */
export async function readSummary(db: Db, userId: string, query: ReportQuery, dimensions: readonly Dimension[]) {
  const resolved = await resolveQuery(db, userId, query, dimensions)
  const { rows, rowsByTag, entries } = await readTime(db, resolved, dimensions)
  const levels = [[], dimensions.slice(0, 1), dimensions].slice(0, dimensions.length + 1)
  const totals = levels.map((level) => ({ level, ...createLineTotals(resolved.rounding) }))
  const pacer = createPacer()
  for (const { level, add } of totals)
    await forEachPaced(level.includes('tag') ? rowsByTag : rows, pacer, (row) =>
      add(contributionOfRow(row, resolved, level)),
    )
  let stats = rows.reduce(addStats, NO_STATS)
  let contributions = 0
  for await (const entry of entries) {
    stats = addStats(stats, entry.stats)
    for (const { level, add } of totals)
      await forEachPaced(contributionsOfEntry(entry, resolved, level), pacer, (contribution) => {
        add(contribution)
        if (++contributions > MAX_CONTRIBUTIONS) throw new Refusal('too-large', 'reportTooLarge')
      })
  }
  const lineTotals = totals.map(({ rows }) => rows())
  const lines: Line[] = []
  await forEachPaced(assembleLines(lineTotals, dimensions), pacer, (line) => lines.push(line))
  return { ...assembleSummary(lineTotals, dimensions, lines), stats }
}

/**
 * An entry with several tags is in several of `rowsByTag`, so levels without tags use `rows`. The queries run one after
 * the other, because a question may use only one connection at a time.
 */
async function readTime(db: Db, resolved: ResolvedQuery, dimensions: readonly Dimension[]) {
  if (dimensions.includes('hour')) return { rows: [], rowsByTag: [], entries: readAllEntries(db, resolved) }
  const untagged = dimensions.filter((dimension) => dimension !== 'tag')
  return {
    rows: await sumWithinBuckets(db, resolved, untagged),
    rowsByTag: dimensions.includes('tag') ? await sumWithinBuckets(db, resolved, dimensions) : [],
    entries: readEntriesAcrossBuckets(db, resolved),
  }
}
