import type { Db } from '#server/db/connect.ts'
import { executePipelined } from '#server/db/compile-once.ts'
import type { DeleteStep } from '#server/db/delete-in-parts.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { recordEvents } from '#server/outbound/record-events.ts'
import { addToTrash, listReferredRows, type TrashTarget } from '#server/features/trash/queries.ts'
import { selectMatching, type TimeEntryConditions } from './matching.ts'
import { selectSegments, selectTags } from './statements.ts'

/** Deletes entries for ever, and returns how many of the ids existed. */
async function deleteTimeEntries(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .deleteFrom('time_entries')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .returning('focus_session_key as focusSessionKey')
    .execute()
  await overrideFocusSessions(db, userId, sessionKeysOf(rows), 'deleted')
  return rows.length
}

/** Deletes entries, adds them to the trash, and returns how many of the ids existed. */
export async function moveEntriesToTrash(db: Db, target: TrashTarget, ids: readonly string[], { isLast = true } = {}) {
  const { userId } = target
  const entries = await readTrashedEntries(db, userId, ids)
  if (entries.length === 0) return 0
  const copies = await listReferredRows(db, userId, 'time_entries', entries)
  await addToTrash(db, target, {
    rows: [
      ...entries.map((content) => ({ source: 'time_entries' as const, id: content.id, content })),
      ...copies.map((copy) => ({ ...copy, isCopy: true })),
    ],
    ...(target.kind === 'time-entries' && { name: nameOf(entries, copies) }),
    entries: entries.length,
    milliseconds: entries.reduce((sum, entry) => sum + entry.duration_ms, 0),
    entryTags: entries.reduce((sum, { tags }) => sum + tags.length, 0),
    isLast,
  })
  // The event of a deleted project or import stands for its entries, of which there may be any number.
  if (target.kind === 'time-entries')
    await recordEvents(
      db,
      userId,
      target.now,
      entries.map(({ id }) => ({ type: 'time_entry.deleted', data: { id } })),
    )
  return deleteTimeEntries(db, userId, ids)
}

const MAX_NAMES = 3

/** The first names of the projects, and the note of a single entry. */
function nameOf(entries: readonly { notes: string }[], rows: Awaited<ReturnType<typeof listReferredRows>>) {
  const names = rows.flatMap(({ source, content }) => (source === 'projects' ? String(content['name']) : []))
  const [{ notes }] = entries as [{ notes: string }]
  if (entries.length === 1 && notes !== '') return `${names[0]}: ${firstLineOf(notes)}`
  return names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' …' : '')
}

const MAX_NOTE_LENGTH = 60

function firstLineOf(notes: string) {
  const [line = ''] = notes.trim().split('\n', 1)
  return line.length > MAX_NOTE_LENGTH ? `${line.slice(0, MAX_NOTE_LENGTH)}…`.toWellFormed() : line
}

/** Entries as the trash stores them: their rows with everything that belongs to them. */
async function readTrashedEntries(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('time_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()
  if (rows.length === 0) return []
  const found = { userId, ids: JSON.stringify(rows.map(({ id }) => id)), limit: Number.MAX_SAFE_INTEGER }
  const [tags, segments] = await executePipelined(db, [
    selectTags.compile(db, found),
    selectSegments.compile(db, found),
  ])
  const tagsOf = Map.groupBy(tags, ({ entry_id }) => entry_id)
  const segmentsOf = Map.groupBy(segments, ({ entry_id }) => entry_id)
  const overrides = await listOverrides(
    db,
    userId,
    rows.flatMap((row) => row.focus_session_key ?? []),
  )
  return rows.map((row) => ({
    ...row,
    segments: (segmentsOf.get(row.id) ?? []).map(({ started_at, ended_at }) => [started_at, ended_at] as const),
    tags: (tagsOf.get(row.id) ?? []).map(({ tag_id }) => tag_id),
    override: overrides.get(row.focus_session_key ?? '') ?? null,
  }))
}

async function listOverrides(db: Db, userId: string, keys: readonly string[]) {
  if (keys.length === 0) return new Map<string, Override>()
  const rows = await db
    .selectFrom('focus_session_overrides')
    .select(['focus_session_key', 'kind'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'focus_session_key', keys))
    .execute()
  return new Map(rows.map((row) => [row.focus_session_key, row.kind]))
}

type Override = 'edited' | 'deleted'

/** Keeps the timer from changing the entries of focus sessions again. 'deleted' replaces 'edited', not the reverse. */
export async function overrideFocusSessions(db: Db, userId: string, keys: readonly string[], kind: Override) {
  if (keys.length === 0) return
  await db
    .insertInto('focus_session_overrides')
    .values([...new Set(keys)].map((focus_session_key) => ({ user_id: userId, focus_session_key, kind })))
    .onConflict((known) => {
      const same = known.columns(['user_id', 'focus_session_key'])
      return kind === 'deleted' ? same.doUpdateSet({ kind }) : same.doNothing()
    })
    .execute()
}

export const sessionKeysOf = (entries: readonly { focusSessionKey: string | null }[]) =>
  entries.flatMap(({ focusSessionKey }) => focusSessionKey ?? [])

/** An entry may have a thousand segments, so the rows of only a few entries are counted at once. */
const MAX_COUNTED_ENTRIES = 100

/** Deletes matching entries for ever, as `removeSome` does. */
export const deleteSomeTimeEntries = (db: Db, userId: string, filter: TimeEntryConditions, limit: number) =>
  removeSome(db, userId, { filter, limit, remove: (ids) => deleteTimeEntries(db, userId, ids) })

/** Moving a row takes about as long as deleting this number of rows. */
const DELETES_PER_MOVE = 3

/** A step that moves matching entries to the trash, as `removeSome` does. */
export const moveSomeTimeEntries =
  (target: TrashTarget, filter: TimeEntryConditions): DeleteStep =>
  async (db, limit) => {
    const rows = await removeSome(db, target.userId, {
      filter,
      limit: Math.ceil(limit / DELETES_PER_MOVE),
      remove: (ids) => moveEntriesToTrash(db, target, ids, { isLast: false }),
    })
    return rows * DELETES_PER_MOVE
  }

interface SomeEntries {
  filter: TimeEntryConditions
  limit: number
  remove: (ids: readonly string[]) => Promise<unknown>
}

/**
 * Removes matching entries until about `limit` rows are gone, with segments and tags, and returns the number of rows. It
 * is below the limit only if no entry is left.
 */
async function removeSome(db: Db, userId: string, { filter, limit, remove }: SomeEntries) {
  let rows = 0
  while (rows < limit) {
    const entries = await countRowsOfEntries(db, userId, filter)
    const deleted = takeUntil(entries, limit - rows)
    if (deleted.length > 0) await remove(deleted.map(({ id }) => id))
    rows += sumRows(deleted)
    if (deleted.length < MAX_COUNTED_ENTRIES && deleted.length === entries.length) break
  }
  return rows
}

/** The first entries with the number of their rows. The order is that of an index, as PostgreSQL might read all entries. */
async function countRowsOfEntries(db: Db, userId: string, filter: TimeEntryConditions) {
  const entries = await selectMatching(db, userId, filter)
    .select((entry) => [
      'id',
      entry
        .selectFrom('time_entry_segments as segment')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('segment.user_id', '=', userId)
        .whereRef('segment.entry_id', '=', 'time_entries.id')
        .$asScalar()
        .$notNull()
        .as('segments'),
      entry
        .selectFrom('time_entry_tags as link')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('link.user_id', '=', userId)
        .whereRef('link.entry_id', '=', 'time_entries.id')
        .$asScalar()
        .$notNull()
        .as('tags'),
    ])
    .orderBy('started_at')
    .orderBy('id')
    .limit(MAX_COUNTED_ENTRIES)
    .execute()
  return entries.map(({ id, segments, tags }) => ({ id, rows: 1 + segments + tags }))
}

interface EntryRows {
  id: string
  rows: number
}

const sumRows = (entries: readonly EntryRows[]) => entries.reduce((sum, { rows }) => sum + rows, 0)

/** The first entries that have as many rows together, or all. */
function takeUntil(entries: readonly EntryRows[], limit: number) {
  const taken: EntryRows[] = []
  let rows = 0
  for (const entry of entries) {
    if (rows >= limit) break
    taken.push(entry)
    rows += entry.rows
  }
  return taken
}
