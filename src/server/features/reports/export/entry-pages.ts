import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#core/report/buckets.ts'
import type { Segment } from '#core/time/segments.ts'
import type { Db } from '#server/db/connect.ts'
import { type EntryValues, listEntryValuesByIds } from '#server/features/time-entries/queries.ts'

const PAGE_SIZE = 200

export interface EntrySelection {
  userId: string
  /** Restricts `time_entries as entry`. */
  conditions: RawBuilder<unknown>
  period: Period
  /** No entry of the report starts before this. */
  earliestStart: number
}

/** An entry with its segments within the period. */
export interface EntryInPeriod {
  entry: EntryValues
  segments: readonly Segment[]
}

/**
 * Reads the entries of a period page by page, in order of their start. A page continues after the last entry of the one
 * before, so entries that are added or deleted meanwhile neither repeat nor hide others.
 */
export async function* readEntryPages(
  db: Db,
  { userId, conditions, period, earliestStart }: EntrySelection,
): AsyncGenerator<EntryInPeriod[]> {
  let last = { started_at: earliestStart - 1, id: '' }
  for (;;) {
    const { rows } = await sql<typeof last>`
      select entry.started_at, entry.id from time_entries as entry
      where ${conditions} and (entry.started_at, entry.id) > (${last.started_at}, ${last.id})
        and entry.started_at < ${period.to} and entry.ended_at > ${period.from}
      order by entry.started_at, entry.id
      limit ${PAGE_SIZE}`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const byId = new Map((await listEntryValuesByIds(db, userId, ids)).map((entry) => [entry.id, entry]))
    yield ids.flatMap((id) => clipToPeriod(byId.get(id), period))
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)!
    // Yields to other requests between two pages.
    await setImmediate()
  }
}

/** Returns nothing for an entry whose pause covers the period, or that was deleted between the two queries. */
function clipToPeriod(entry: EntryValues | undefined, { from, to }: Period): EntryInPeriod[] {
  if (entry === undefined) return []
  const segments = entry.segments
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
  return segments.length === 0 ? [] : [{ entry, segments }]
}
