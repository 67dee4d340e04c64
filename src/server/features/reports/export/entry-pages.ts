import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#core/report/buckets.ts'
import type { Segment } from '#core/time/segments.ts'
import type { Db } from '#server/db/connect.ts'
import { type EntryValues, listEntryValuesByIds } from '#server/features/time-entries/queries.ts'

const PAGE_SIZE = 200

export interface EntrySelection {
  userId: string
  /** What an entry, called `entry`, has to be like. */
  conditions: RawBuilder<unknown>
  period: Period
  /** When the first of them began. */
  earliestStart: number
}

/** An entry, and when it was worked on within the period. */
export interface EntryInPeriod {
  entry: EntryValues
  segments: readonly Segment[]
}

/**
 * The entries of a period in the order in which they began, page by page. A page begins after the last entry of the one
 * before it, so that what comes or goes meanwhile neither doubles nor hides another.
 */
export async function* readEntryPages(
  db: Db,
  { userId, conditions, period, earliestStart: earliest }: EntrySelection,
): AsyncGenerator<EntryInPeriod[]> {
  let last = { started_at: earliest - 1, id: '' }
  for (;;) {
    const { rows } = await sql<typeof last>`
      select entry.started_at, entry.id from time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${last.started_at}, ${last.id})
        and entry.started_at < ${period.to} and entry.ended_at > ${period.from}
      order by entry.started_at, entry.id
      limit ${PAGE_SIZE}`.execute(db)
    if (rows.length === 0) return
    const found = await listEntryValuesByIds(
      db,
      userId,
      rows.map(({ id }) => id),
    )
    const byId = new Map(found.map((entry) => [entry.id, entry]))
    yield rows.flatMap(({ id }) => clipToPeriod(byId.get(id), period))
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)!
    // Others are served between two pages.
    await setImmediate()
  }
}

/** One whose pause covers the period is not in it; one that was deleted a moment ago is not there. */
function clipToPeriod(entry: EntryValues | undefined, { from, to }: Period): EntryInPeriod[] {
  if (entry === undefined) return []
  const segments = entry.segments
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
  return segments.length === 0 ? [] : [{ entry, segments }]
}
