import { sql } from 'kysely'
import type { RecordKind } from '#core/archive/kinds.ts'
import { type ArchivedRecord, findFreeName, type Plan, planRecord } from '#core/archive/plan-record.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { nameKey } from '#server/features/tags/queries.ts'
import type { RecordQuota } from '#server/quotas.ts'
import { demandReferences } from './account-changes.ts'
import { columnsOf, type Line, toLine, toRow } from './read-lines.ts'
import { RECORDS, type RecordFile } from './records.ts'
import {
  copyIdOf,
  countOutcome,
  mapIdsInText,
  mapReferences,
  type RestoreContext,
  textBytesIn,
} from './restore-context.ts'

interface NamedRecord extends ArchivedRecord {
  name: string
}

/** The names that the account has of one kind. */
interface Names {
  /** The ids of records that are not in the archive, by their name and place. */
  byName: Map<string, string[]>
  /** The archive's record that a record of the account stands for. */
  used: Map<string, string>
  /** The id that has a name which only one may have. */
  unique: Map<string, string>
}

const QUOTA_OF: Record<RecordKind, RecordQuota> = {
  clients: 'clients',
  projects: 'projects',
  tasks: 'tasks',
  tags: 'tags',
  presets: 'timer-presets',
  views: 'report-views',
}

/** Reads the names of one kind before its first page. They are as many as the quota allows. */
export async function readNames(db: Db, kind: RecordKind, { userId, archive }: RestoreContext): Promise<Names> {
  const file: RecordFile = RECORDS[kind]
  const columns = ['id', 'name', ...file.place.map((field) => file.fields[field]!.column)]
  const { rows } = await sql<{ id: string; name: string }>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(file.table)}
    where user_id = ${userId} order by created_at, id`.execute(db)
  const names: Names = { byName: new Map(), used: new Map(), unique: new Map() }
  for (const row of rows) {
    const unique = file.uniqueName?.(row.name)
    if (unique !== undefined) names.unique.set(unique, row.id)
    if (archive.ids[kind].has(row.id)) continue
    const key = keyOf(
      row.name,
      columns.slice(2).map((column) => (row as Line)[column]),
    )
    names.byName.set(key, [...(names.byName.get(key) ?? []), row.id])
  }
  return names
}

const keyOf = (name: string, place: readonly unknown[]) => JSON.stringify([nameKey(name), ...place])

/** Plans a page of records, and writes what the plans say unless it is a preview. */
export async function restoreRecords(
  db: Db,
  kind: RecordKind,
  { lines, names }: { lines: NamedRecord[]; names: Names },
  context: RestoreContext,
) {
  const file: RecordFile = RECORDS[kind]
  const mapped = lines.map((line) => toTarget(context, kind, line))
  const candidatesOf = (line: NamedRecord) =>
    (
      names.byName.get(
        keyOf(
          line.name,
          file.place.map((field) => line[field]),
        ),
      ) ?? []
    ).filter((id) => (names.used.get(id) ?? line.id) === line.id)
  const ids = mapped.flatMap((line, index) => [line.id, copyIdOf(kind, lines[index]!), ...candidatesOf(line)])
  const account = await readRecords(db, context.userId, file, ids)
  const plans: Plan<NamedRecord>[] = []
  for (const [index, line] of mapped.entries()) {
    const copyId = copyIdOf(kind, lines[index]!)
    const byName = candidatesOf(line).flatMap((id) => account.get(id) ?? [])
    const candidates = { byId: account.get(line.id), byName, copy: account.get(copyId) }
    const original = lines[index]!
    const plan = planRecord(line, candidates, { original, choice: context.choiceFor(kind), copyId })
    names.used.set(plan.id, line.id)
    if (plan.id !== line.id) context.newIds[kind].set(line.id, plan.id)
    if (kind === 'tasks') context.projectOfTask.set(plan.id, String((plan.write ?? account.get(plan.id))?.['project']))
    countOutcome(context, kind, plan.outcome, line.name)
    if (plan.write !== undefined) plan.write.name = takeName(file, names, plan.write)
    if (plan.outcome === 'new' || plan.outcome === 'copied') countContent(context, kind, line)
    plans.push(plan)
  }
  if (!context.isPreview) await writePlans(db, file, plans, context)
}

/** The line with the references and ids that it has in the account. */
function toTarget(context: RestoreContext, kind: RecordKind, line: NamedRecord) {
  const mapped = mapReferences(context, RECORDS[kind].fields, line) as NamedRecord
  return kind === 'views' ? { ...mapped, search: mapIdsInText(context, String(line['search'])) } : mapped
}

/** The name of a record, changed if another record has it and only one may. */
function takeName({ uniqueName }: RecordFile, names: Names, { id, name }: NamedRecord) {
  const ownerOf = (name: string) => {
    const unique = uniqueName?.(name)
    return unique === undefined ? undefined : names.unique.get(unique)
  }
  const free = findFreeName(name, (name) => (ownerOf(name) ?? id) !== id)
  const unique = uniqueName?.(free)
  if (unique !== undefined) names.unique.set(unique, id)
  return free
}

function countContent({ content }: RestoreContext, kind: RecordKind, line: NamedRecord) {
  const quota = QUOTA_OF[kind]
  content.records[quota] = (content.records[quota] ?? 0) + 1
  content.textBytes += textBytesIn(line)
}

async function readRecords(db: Db, userId: string, { table, fields }: RecordFile, ids: readonly string[]) {
  const { rows } = await sql<object>`select ${sql.join(columnsOf(fields).map((column) => sql.ref(column)))}
    from ${sql.table(table)} where user_id = ${userId} and ${isOneOf(db, 'id', ids)}`.execute(db)
  const lines = rows.map((row) => toLine(fields, row) as NamedRecord)
  return new Map(lines.map((line) => [line.id, line]))
}

async function writePlans(db: Db, file: RecordFile, plans: readonly Plan<NamedRecord>[], { userId }: RestoreContext) {
  const writes = plans.flatMap(({ outcome, write }) => (write === undefined ? [] : [{ outcome, write }]))
  await demandReferences(
    db,
    userId,
    file.fields,
    writes.map(({ write }) => write),
  )
  const rowOf = (line: NamedRecord) => ({ user_id: userId, ...toRow(file.fields, line), ...file.derive?.(line.name) })
  const added = writes.filter(({ outcome }) => outcome !== 'replaced').map(({ write }) => rowOf(write))
  await insertRows(db, file.table, added as never[])
  for (const { outcome, write } of writes) {
    if (outcome !== 'replaced') continue
    const { user_id: _user, ...changed } = rowOf(write)
    const changes = Object.entries(changed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(file.table)} set ${sql.join(changes)}
      where user_id = ${userId} and id = ${write.id}`.execute(db)
  }
}
