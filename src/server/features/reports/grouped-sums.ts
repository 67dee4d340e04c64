import { sql } from 'kysely'
import type { Dimension } from '#core/report/dimensions.ts'
import type { Rounding } from '#core/report/rounding.ts'
import type { Contribution } from '#core/report/summary.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { bigint } from '#server/db/engine-sql.ts'
import { Refusal } from '#server/errors.ts'
import { bucketTable } from './bucket-table.ts'
import { attributeColumns, type Attributes, keyOf } from './dimension-keys.ts'
import type { EntryStats } from './entry-stats.ts'
import type { ResolvedQuery } from './resolve-query.ts'

/** More than the entries of ten years can have. */
const MAX_LINES = 50_000

interface GroupedRow extends EntryStats, Attributes {
  bucketIndex: number
  milliseconds: number
  entries: number
}

/** Adds up, in the database, the entries that lie within one bucket each. */
export async function sumWithinBuckets(db: Db, resolved: ResolvedQuery, dimensions: readonly Dimension[]) {
  const table = bucketTable(resolved.buckets)
  const { groupedBy, select } = attributeColumns(dimensions)
  const keys = table.index === undefined ? groupedBy : [table.index, ...groupedBy]
  const { rows } = await sql<GroupedRow>`
    ${table.with}
    select ${table.index ?? sql`0`} as "bucketIndex", ${select},
      sum(${countedTime(resolved.rounding)}) as milliseconds,
      count(*) as entries,
      count(*) filter (where entry.duration_ms >= entry.planned_ms) as completed,
      count(*) filter (where entry.duration_ms < entry.planned_ms) as "cutShort",
      max(entry.duration_ms) as "longestMilliseconds"
    from ${table.join} time_entries as entry
    ${dimensions.includes('tag') ? JOIN_TAGS : sql``}
    where ${resolved.conditions}
      and entry.started_at >= ${table.from} and entry.started_at < ${table.to} and entry.ended_at <= ${table.to}
    ${keys.length > 0 ? sql`group by ${sql.join(keys)}` : sql``}
    having count(*) > 0
    limit ${MAX_LINES + 1}`.execute(db)
  if (rows.length > MAX_LINES) throw new Refusal('too-large', 'reportTooLarge')
  return rows
}

const JOIN_TAGS = sql`left join time_entry_tags as tag on tag.user_id = entry.user_id and tag.entry_id = entry.id`

/** Rounds like `roundTime`. */
function countedTime(rounding: Rounding | null) {
  if (rounding?.per !== 'entry') return sql`entry.duration_ms`
  const step = rounding.minutes * MINUTE_MS
  const added = { up: step - 1, down: 0, nearest: step / 2 }[rounding.direction]
  return sql`((entry.duration_ms + ${bigint(added)}) / ${bigint(step)}) * ${bigint(step)}`
}

export const contributionOfRow = (
  row: GroupedRow,
  resolved: ResolvedQuery,
  dimensions: readonly Dimension[],
): Contribution => ({
  keys: dimensions.map((dimension) => keyOf(dimension, resolved.buckets[row.bucketIndex]!, row, resolved)),
  bucketIndex: row.bucketIndex,
  milliseconds: row.milliseconds,
  entries: row.entries,
})
