import { sql } from 'kysely'
import { type ArchivedRecord, type Plan, planRecord } from '#core/archive/plan-record.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { overrideFocusSessions } from '#server/features/time-entries/queries.ts'
import { demandRecords, demandReferences } from './account-changes.ts'
import { columnsOf, readEntryLines, toRow } from './read-lines.ts'
import { ENTRIES } from './records.ts'
import { copyIdOf, countOutcome, mapReferences, type RestoreContext, textBytesIn } from './restore-context.ts'

interface EntryLine extends ArchivedRecord {
  project: string
  task: string | null
  start: string
  notes: string
  focusSession: string | null
  tags: string[]
  segments: [string, string][]
}

const MAX_PARTS_PER_INSERT = 2_000

/** Plans a page of time entries, and writes what the plans say unless it is a preview. */
export async function restoreEntries(db: Db, lines: readonly ArchivedRecord[], context: RestoreContext) {
  const mapped = (lines as EntryLine[]).map((line) => toTarget(context, line))
  const copyIds = lines.map((line) => copyIdOf('entries', line))
  const account = await readAccountEntries(db, context, [...mapped.map(({ id }) => id), ...copyIds])
  const choice = context.choiceFor('entries')
  const plans = mapped.map((line, index) => {
    const copyId = copyIds[index]!
    const candidates = { byId: account.get(line.id), copy: account.get(copyId) }
    const original = withSortedTags(lines[index] as EntryLine)
    const plan = planRecord(line, candidates, { original, choice, copyId })
    countOutcome(context, 'entries', plan.outcome, line.start)
    if (plan.outcome === 'new' || plan.outcome === 'copied') countContent(context, line)
    return plan
  })
  if (!context.isPreview) await writeEntries(db, plans, context)
}

/** The entry with the references that it has in the account. It goes with its task, and two of its tags may be one. */
function toTarget(context: RestoreContext, line: EntryLine): EntryLine {
  const mapped = mapReferences(context, ENTRIES.fields, line) as EntryLine
  const tags = new Set(line.tags.map((tag) => context.newIds.tags.get(tag) ?? tag))
  const project = context.projectOfTask.get(mapped.task ?? '') ?? mapped.project
  return withSortedTags({ ...mapped, project, tags: [...tags] })
}

/** Databases may sort differently. */
const withSortedTags = (line: EntryLine): EntryLine => ({ ...line, tags: line.tags.toSorted() })

function countContent({ content }: RestoreContext, line: EntryLine) {
  content.entries += 1
  content.entryTags += line.tags.length
  content.textBytes += textBytesIn(line)
}

async function readAccountEntries(db: Db, { userId, mayHaveEntries }: RestoreContext, ids: readonly string[]) {
  const found = new Map<string, EntryLine>()
  if (!mayHaveEntries) return found
  const { rows } = await sql<{
    id: string
  }>`select ${sql.join(columnsOf(ENTRIES.fields).map((column) => sql.ref(column)))}
    from time_entries where user_id = ${userId} and ${isOneOf(db, 'id', ids)}`.execute(db)
  for await (const lines of readEntryLines(db, userId, rows))
    for (const line of lines as EntryLine[]) found.set(line.id, withSortedTags(line))
  return found
}

async function writeEntries(db: Db, plans: readonly Plan<EntryLine>[], context: RestoreContext) {
  const { userId } = context
  const writes = plans.flatMap(({ outcome, write }) => (write === undefined ? [] : [{ outcome, write }]))
  const lines = writes.map(({ write }) => write)
  await demandReferences(db, userId, ENTRIES.fields, lines)
  await demandRecords(db, userId, { table: 'tags', ids: lines.flatMap(({ tags }) => tags) })
  await freeFocusSessions(db, userId, lines)
  const rowOf = (line: EntryLine) => ({ user_id: userId, ...toRow(ENTRIES.fields, line) })
  const added = writes.filter(({ outcome }) => outcome !== 'replaced').map(({ write }) => write)
  const replaced = writes.filter(({ outcome }) => outcome === 'replaced').map(({ write }) => write)
  await insertRows(db, 'time_entries', added.map(rowOf) as never[])
  for (const line of replaced) {
    const { user_id: _user, id: _id, ...changed } = rowOf(line) as Record<string, unknown>
    const changes = Object.entries(changed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update time_entries set ${sql.join(changes)} where user_id = ${userId} and id = ${line.id}`.execute(db)
  }
  await deleteParts(
    db,
    userId,
    replaced.map(({ id }) => id),
  )
  await insertParts(db, userId, lines)
  if (context.hasOwnRuns) await protectFromTimer(db, userId, added)
}

/** The focus session of an entry stays with the entry that the account has for it. */
async function freeFocusSessions(db: Db, userId: string, lines: readonly EntryLine[]) {
  const keys = lines.flatMap(({ focusSession }) => focusSession ?? [])
  if (keys.length === 0) return
  const taken = await db
    .selectFrom('time_entries')
    .select(['id', 'focus_session_key'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'focus_session_key', keys))
    .execute()
  const ownerOf = new Map(taken.map(({ id, focus_session_key }) => [focus_session_key!, id]))
  for (const line of lines) {
    if (line.focusSession === null) continue
    const owner = ownerOf.get(line.focusSession) ?? line.id
    if (owner === line.id) ownerOf.set(line.focusSession, line.id)
    else line.focusSession = null
  }
}

async function deleteParts(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  for (const table of ['time_entry_segments', 'time_entry_tags'] as const)
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where(isOneOf(db, 'entry_id', ids))
      .execute()
}

async function insertParts(db: Db, userId: string, lines: readonly EntryLine[]) {
  const segments = lines.flatMap(({ id, segments }) =>
    segments.map(([start, end]) => ({
      user_id: userId,
      entry_id: id,
      started_at: Date.parse(start),
      ended_at: Date.parse(end),
    })),
  )
  for (let from = 0; from < segments.length; from += MAX_PARTS_PER_INSERT)
    await insertRows(db, 'time_entry_segments', segments.slice(from, from + MAX_PARTS_PER_INSERT))
  const tags = lines.flatMap(({ id, tags }) => tags.map((tag_id) => ({ user_id: userId, entry_id: id, tag_id })))
  for (let from = 0; from < tags.length; from += MAX_PARTS_PER_INSERT)
    await insertRows(db, 'time_entry_tags', tags.slice(from, from + MAX_PARTS_PER_INSERT))
}

/**
 * The runs of these entries stay out of an account with runs of its own. Without them the timer would not know that the
 * time of the entries is taken, so they count as edited by hand.
 */
async function protectFromTimer(db: Db, userId: string, lines: readonly EntryLine[]) {
  const keys = lines.flatMap(({ focusSession }) => focusSession ?? [])
  if (keys.length === 0) return
  const runs = await db
    .selectFrom('timer_runs')
    .select('id')
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', [...new Set(keys.map(runIdOf))]))
    .execute()
  const known = new Set(runs.map(({ id }) => id))
  await overrideFocusSessions(
    db,
    userId,
    keys.filter((key) => !known.has(runIdOf(key))),
    'edited',
  )
}

const runIdOf = (focusSessionKey: string) => focusSessionKey.split('#')[0]!
