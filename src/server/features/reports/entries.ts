import { sql } from 'kysely'
import type { Period } from '#core/report/buckets.ts'
import { timeWithin } from '#core/report/rounding.ts'
import type { Db } from '#server/db/connect.ts'
import { findEntryValues, listTimeEntriesByIds } from '#server/features/time-entries/queries.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { IS_LONG_ENTRY, MAX_SHORT_ENTRY_MS } from './split-entries.ts'

interface EntriesPage extends Pick<ResolvedQuery, 'userId' | 'conditions'> {
  period: Period
  limit: number
  /** The id of the last entry of the page before. */
  cursor?: string | undefined
}

/** Lists the entries of a report, newest first, each with its time within the report. */
export async function listEntries(db: Db, { userId, conditions, period: { from, to }, limit, cursor }: EntriesPage) {
  const last = cursor === undefined ? undefined : await findEntryValues(db, userId, cursor)
  const { rows } = await sql<{ id: string }>`
    select entry.id from time_entries as entry
    where ${conditions} and entry.started_at < ${to} and entry.ended_at > ${from}
      and entry.started_at >= ${await findEarliestStart(db, userId, from)}
      ${last === undefined ? sql`` : sql`and (entry.started_at, entry.id) < (${last.startedAt}, ${last.id})`}
    order by entry.started_at desc, entry.id desc
    limit ${limit}`.execute(db)
  if (rows.length === 0) return { entries: [], cursor: null }
  const ids = rows.map(({ id }) => id)
  const found = await listTimeEntriesByIds(db, userId, ids)
  const byId = new Map(found.map((entry) => [entry.id, entry]))
  const entries = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    entries: entries.map((entry) => ({ ...entry, milliseconds: timeWithin(segmentsOf(entry), { from, to }) })),
    cursor: entries.length < limit ? null : entries.at(-1)!.id,
  }
}

const segmentsOf = ({ segments }: { segments: { start: string; end: string }[] }) =>
  segments.map(({ start, end }) => [Date.parse(start), Date.parse(end)] as const)

/** Finds a lower limit for the starts of a report's entries. Without it, queries would scan all earlier entries. */
export async function findEarliestStart(db: Db, userId: string, from: number) {
  const { rows } = await sql<{ started_at: number | null }>`
    select min(entry.started_at) as started_at from time_entries as entry
    where entry.user_id = ${userId} and ${IS_LONG_ENTRY}
      and entry.started_at < ${from} and entry.ended_at > ${from}`.execute(db)
  return Math.min(rows[0]?.started_at ?? Infinity, from - MAX_SHORT_ENTRY_MS)
}
