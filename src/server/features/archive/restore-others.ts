import { sql } from 'kysely'
import type { RecordKind } from '#core/archive/kinds.ts'
import { planRecord } from '#core/archive/plan-record.ts'
import type { Run } from '#core/timer/history.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { scheduleReminders } from '#server/features/reminders/queries.ts'
import type { ArchivedTimer } from '#server/features/timer/queries.ts'
import { type Line, readProfileLine, toRow } from './read-lines.ts'
import { OTHERS, PROFILE } from './records.ts'
import { countOutcome, mapIdsInText, type RestoreContext } from './restore-context.ts'

/** Fields of the profile that belong to the account and not to its user. */
const ACCOUNT_FIELDS = ['email', 'createdAt']

export async function restoreProfile(db: Db, context: RestoreContext) {
  const { userId, now } = context
  const [present] = await readProfileLine(db, userId)
  const toRecord = (line: Line) => ({
    id: 'profile',
    ...Object.fromEntries(Object.entries(line).filter(([field]) => !ACCOUNT_FIELDS.includes(field))),
  })
  const line = toRecord(context.archive.profile)
  // There is one profile, so keeping both keeps the account's.
  const choice = context.choiceFor('profile') === 'archive' ? 'archive' : 'mine'
  const { outcome } = planRecord(line, { byId: present && toRecord(present) }, { choice, copyId: '' })
  countOutcome(context, 'profile', outcome, String(context.archive.profile['name']))
  if (context.isPreview || outcome !== 'replaced') return
  const fields = Object.fromEntries(Object.entries(PROFILE).filter(([field]) => !ACCOUNT_FIELDS.includes(field)))
  await db
    .updateTable('users')
    .set({ ...toRow(fields, line), updated_at: now })
    .where('id', '=', userId)
    .execute()
  await scheduleReminders(db, userId, now)
}

export async function restoreImports(db: Db, lines: readonly Line[], { userId, isPreview, outcome }: RestoreContext) {
  const known = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where(
      isOneOf(
        db,
        'id',
        lines.map(({ id }) => id as string),
      ),
    )
    .execute()
  const knownIds = new Set(known.map(({ id }) => id))
  const added = lines.filter(({ id }) => !knownIds.has(id as string))
  outcome.imports.new += added.length
  outcome.imports.same += knownIds.size
  if (!isPreview) await insertRows(db, 'imports', toRows(userId, OTHERS.imports, added))
}

const KIND_OF = { client: 'clients', project: 'projects', task: 'tasks', tag: 'tags' } as const

/** A record that the account had already was not created by the import, so undoing that must not delete it. */
export async function restoreImportRecords(db: Db, lines: readonly Line[], context: RestoreContext) {
  if (context.isPreview) return
  const created = lines.filter(({ kind, record }) => {
    const records: RecordKind = KIND_OF[kind as keyof typeof KIND_OF]
    return !context.newIds[records].has(record as string)
  })
  await insertMissingRows(db, context.userId, OTHERS.importRecords, created)
}

/** What the user did to entries of focus sessions, and the runs that are over. */
export async function restoreOverrides(db: Db, lines: readonly Line[], context: RestoreContext) {
  if (!context.isPreview && !context.hasOwnRuns) await insertMissingRows(db, context.userId, OTHERS.overrides, lines)
}

export async function restoreEndedRuns(db: Db, lines: readonly Line[], context: RestoreContext) {
  if (context.isPreview || context.hasOwnRuns) return
  const ended = lines.filter(({ end }) => end !== null).map((line) => mapRun(context, line))
  await insertMissingRows(db, context.userId, OTHERS.runs, ended)
}

/** A run whose projects, tasks and tags are those of the account. */
const mapRun = (context: RestoreContext, line: Line): Line => ({
  ...line,
  run: JSON.parse(mapIdsInText(context, JSON.stringify(line['run']))) as Run,
})

/** The timer of the archive for `timer.restore`. Undefined if it was never used. */
export function toArchivedTimer(context: RestoreContext): ArchivedTimer | undefined {
  const { timer, openRun } = context.archive
  if (timer === undefined) return undefined
  const { revision, saved_until, seen_at } = toRow(OTHERS.timer.fields, timer)
  return {
    revision: Number(revision),
    savedUntil: Number(saved_until),
    seenAt: Number(seen_at),
    openRun: openRun && toOpenRun(context, openRun),
    hasHistory: !context.hasOwnRuns,
  }
}

function toOpenRun(context: RestoreContext, line: Line) {
  const { run, counts_from, created_at } = toRow(OTHERS.runs.fields, mapRun(context, line))
  return { run: JSON.parse(String(run)) as Run, countsFrom: Number(counts_from), createdAt: Number(created_at) }
}

type OtherFile = (typeof OTHERS)[keyof typeof OTHERS]

const toRows = (userId: string, { fields }: OtherFile, lines: readonly Line[]) =>
  lines.map((line) => ({ user_id: userId, ...toRow(fields, line) })) as never[]

/** Inserts the lines whose key the account does not have. */
async function insertMissingRows(db: Db, userId: string, file: OtherFile, lines: readonly Line[]) {
  const rows: Record<string, unknown>[] = toRows(userId, file, lines)
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(file.table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)} on conflict do nothing`.execute(db)
}
