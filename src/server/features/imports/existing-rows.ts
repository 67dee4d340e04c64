import { sql } from 'kysely'
import { SECOND_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { isPostgres } from '#server/db/engine-sql.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import { listExistingEntryIds } from './queries.ts'
import type { IdentifiedRow } from './read-file.ts'

/** An account has few entries that start in the same second. */
const MAX_ENTRIES = 5_000

interface Owner {
  userId: string
  /** The project name for rows without one. */
  project: string
  /** Its own entries are no earlier ones. Undefined in a preview. */
  importId?: string
}

/**
 * Finds the rows whose entries exist already, and returns their ids: by the id of the row, or else by an equal entry that
 * was made by hand, by the timer or by another file. Entries are equal if they have the same times, client, project, task
 * and notes; each of them is that of one row. Files of other products have neither milliseconds nor pauses: there an
 * entry with pauses may end when it would without them.
 */
export async function findExistingRows(db: Db, owner: Owner, rows: readonly IdentifiedRow[]) {
  const ids = rows.map(({ id }) => id)
  const found = await listExistingEntryIds(db, owner.userId, ids)
  // Our own exports name their entries.
  const others = rows.filter(({ id, entry }) => entry === undefined && !found.has(id))
  const entries = await listEntriesStartingAt(db, owner, others)
  if (entries.length === 0) return found
  const ofThisFile = new Set(ids)
  const takeEqual = createEqualEntries(entries.filter(({ id }) => !ofThisFile.has(id)))
  for (const { id, project, ...row } of others)
    if (takeEqual({ ...row, project: project || owner.project })) found.add(id)
  return found
}

/** Returns a function that tells whether an entry equals a row, and counts that entry as used. */
function createEqualEntries(entries: readonly ExistingEntry[]) {
  const counts = new Map<string, number>()
  for (const key of entries.flatMap((entry) => [...keysOf(entry)])) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (row: Content) => {
    const key = keyOf(row, row.start % SECOND_MS === 0 && row.end % SECOND_MS === 0 ? SECOND_MS : 1)
    const count = counts.get(key) ?? 0
    counts.set(key, count - 1)
    return count > 0
  }
}

interface Content {
  client: string | null
  project: string
  task: string | null
  notes: string
  start: number
  end: number
}

interface ExistingEntry extends Content {
  id: string
  duration: number
}

function keysOf({ duration, ...content }: ExistingEntry) {
  const ends = [content.end, content.start + duration]
  return new Set(ends.flatMap((end) => [1, SECOND_MS].map((precision) => keyOf({ ...content, end }, precision))))
}

function keyOf({ client, project, task, notes, start, end }: Content, precisionMs: number) {
  const times = [start, end].map((at) => Math.floor(at / precisionMs))
  return [precisionMs, ...times, ...[client, project, task].map((name) => nameKey(name ?? '')), notes].join('\0')
}

/** SQLite keeps the order of a cross join: it looks up the few seconds, instead of reading all entries of the user. */
async function listEntriesStartingAt(db: Db, { userId, importId }: Owner, rows: readonly IdentifiedRow[]) {
  const seconds = new Set(rows.map(({ start }) => Math.floor(start / SECOND_MS) * SECOND_MS))
  if (seconds.size === 0) return []
  const json = JSON.stringify([...seconds])
  const wanted = isPostgres(db)
    ? sql`(select value::bigint as second from json_array_elements_text(${json}::json) as list(value))`
    : sql`(select value as second from json_each(${json}))`
  const { rows: entries } = await sql<ExistingEntry>`
    select entry.id, entry.started_at as start, entry.ended_at as "end", entry.duration_ms as duration,
      entry.notes, clients.name as client, projects.name as project, tasks.name as task
    from ${wanted} as wanted
    cross join time_entries as entry
    join projects on projects.user_id = entry.user_id and projects.id = entry.project_id
    left join clients on clients.user_id = entry.user_id and clients.id = projects.client_id
    left join tasks on tasks.user_id = entry.user_id and tasks.id = entry.task_id
    where entry.user_id = ${userId} and entry.started_at >= wanted.second
      and entry.started_at < wanted.second + ${SECOND_MS}
      and (entry.import_id is null or entry.import_id <> ${importId ?? ''})
    limit ${MAX_ENTRIES}`.execute(db)
  return entries
}
