import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#core/report/buckets.ts'
import type { Segment } from '#core/time/segments.ts'
import { type EntryValues, findEarliestStart, readEntriesInParts } from '#server/features/time-entries/queries.ts'
import type { LongQuestion } from '#server/http/long-questions/long-questions.ts'

const PAGE_SIZE = 200

export interface EntrySelection {
  userId: string
  /** Restricts `time_entries as entry`. */
  conditions: RawBuilder<unknown>
  period: Period
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
  { read, readPart }: Pick<LongQuestion, 'read' | 'readPart'>,
  { userId, conditions, period }: EntrySelection,
): AsyncGenerator<EntryInPeriod[]> {
  const earliestStart = await read((db) => findEarliestStart(db, userId, period.from))
  let last = { started_at: earliestStart - 1, id: '' }
  for (;;) {
    const { rows } = await read((db) =>
      sql<typeof last>`
        select entry.started_at, entry.id from time_entries as entry
        where ${conditions} and (entry.started_at, entry.id) > (${last.started_at}, ${last.id})
          and entry.started_at < ${period.to} and entry.ended_at > ${period.from}
        order by entry.started_at, entry.id
        limit ${PAGE_SIZE}`.execute(db),
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    for await (const entries of readEntriesInParts(readPart, userId, ids))
      yield entries.flatMap((entry) => clipToPeriod(entry, period))
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)!
  }
}

/** Returns nothing for an entry whose pause covers the period. */
function clipToPeriod(entry: EntryValues, { from, to }: Period): EntryInPeriod[] {
  const segments = entry.segments
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
  return segments.length === 0 ? [] : [{ entry, segments }]
}
