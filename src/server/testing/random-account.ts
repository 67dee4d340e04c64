import fc from 'fast-check'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { MAX_PLANNED_SESSIONS } from '#core/tasks/day-plan.ts'
import { ESTIMATE_UNITS } from '#core/tasks/estimate.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
import { goalIdOf } from '#server/features/goals/queries.ts'
import { nameKey } from '#server/features/tags/queries.ts'

const DAY = Date.parse('2026-02-02T00:00:00Z')

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.replaceAll('\0', ' ').toWellFormed())
const name = text.map((value) => value || 'unnamed')
const color = fc.constantFrom('#112233', '#abcdef')
const written = { createdAt: fc.nat(1_000_000_000), changedAfter: fc.nat(1_000) }
const place = fc.nat(1_000)
const worked = fc.tuple(fc.integer({ min: 1, max: 5_000_000 }), fc.nat(900_000))

/** An account with everything that a user can have, except for the timer. */
export const accounts = fc.record({
  clients: fc.array(fc.record({ ...written, name, contact_info: text, color }), { maxLength: 4 }),
  projects: fc.array(
    fc.record({
      ...written,
      name,
      description: text,
      color,
      client: fc.option(place),
      status: fc.constantFrom('active', 'archived'),
      pinned: fc.constantFrom(0, 1),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  tasks: fc.array(
    fc.record({
      ...written,
      name,
      description: text,
      project: place,
      status: fc.constantFrom('pending', 'inProgress', 'completed'),
      estimate: fc.option(
        fc.record({ unit: fc.constantFrom(...ESTIMATE_UNITS), amount: fc.integer({ min: 1, max: 999 }) }),
      ),
      planned: fc.option(
        fc.record({ sessions: fc.integer({ min: 1, max: MAX_PLANNED_SESSIONS }), position: fc.nat() }),
      ),
    }),
    { maxLength: 6 },
  ),
  tags: fc.uniqueArray(fc.record({ ...written, name, color }), { selector: ({ name }) => nameKey(name), maxLength: 5 }),
  presets: fc.array(
    fc.record({
      ...written,
      name: fc.constantFrom('Pomodoro', '52/17', 'own'),
      work_minutes: fc.integer({ min: 1, max: 180 }),
      break_minutes: fc.nat(60),
      repetitions: fc.integer({ min: 1, max: 20 }),
    }),
    { maxLength: 3 },
  ),
  views: fc.array(fc.record({ ...written, name, search: text }), { maxLength: 3 }),
  goals: fc.uniqueArray(
    fc.record({
      project: fc.option(place),
      first_day: fc.constantFrom('2026-02-02', '2026-02-16'),
      minutes: fc.nat(1_440),
    }),
    { selector: ({ first_day }) => first_day, maxLength: 2 },
  ),
  imports: fc.array(fc.record({ name, entries: fc.nat(50), isFinished: fc.boolean() }), { maxLength: 2 }),
  entries: fc.array(
    fc.record({
      ...written,
      project: place,
      task: fc.option(place),
      start: fc.nat(40 * 24 * 3_600_000),
      worked: fc.array(worked, { minLength: 1, maxLength: 4 }),
      tags: fc.array(place, { maxLength: 4 }),
      notes: text,
      zone: fc.constantFrom(null, 'Europe/Madrid'),
      import: fc.option(place),
    }),
    { maxLength: 30 },
  ),
})

export type RandomAccount = typeof accounts extends fc.Arbitrary<infer Account> ? Account : never

type Stored<Kind extends 'clients' | 'projects' | 'tasks' | 'tags'> = Insertable<Schema[Kind]>[]

interface StoredRecords {
  projects: Stored<'projects'>
  tasks: Stored<'tasks'>
  tags: Stored<'tags'>
  imports: Insertable<Schema['imports']>[]
}

/** Stores an account for a user who has nothing yet. */
export async function storeAccount(db: Db, userId: string, account: RandomAccount) {
  const records = await storeRecords(db, userId, account)
  for (const entry of account.entries) await storeEntry(db, userId, entry, records)
}

interface Written {
  createdAt: number
  changedAfter: number
}

const keyOf = (userId: string, { createdAt, changedAfter }: Written) => ({
  user_id: userId,
  id: newId(DAY + createdAt),
  created_at: DAY + createdAt,
  updated_at: DAY + createdAt + changedAfter,
})

const toRow = <Fields extends Written>(userId: string, { createdAt, changedAfter, ...fields }: Fields) => ({
  ...keyOf(userId, { createdAt, changedAfter }),
  ...fields,
})

async function storeRecords(db: Db, userId: string, account: RandomAccount): Promise<StoredRecords> {
  const clients = account.clients.map((client) => toRow(userId, client))
  const projects = account.projects.map(({ client, ...project }) => ({
    ...toRow(userId, project),
    client_id: client === null ? null : (at(clients, client)?.id ?? null),
  })) as Stored<'projects'>
  const tasks = account.tasks.map(({ project, estimate, planned, ...task }) => ({
    ...toRow(userId, task),
    estimate_unit: estimate?.unit ?? null,
    estimate_amount: estimate?.amount ?? null,
    planned_sessions: planned?.sessions ?? null,
    plan_position: planned?.position ?? null,
    planned_at: planned === null ? null : DAY,
    project_id: at(projects, project)!.id,
  })) as Stored<'tasks'>
  const tags = account.tags.map((tag) => ({ ...toRow(userId, tag), name_key: nameKey(tag.name) }))
  const imports = account.imports.map(({ name, entries, isFinished }) => ({
    user_id: userId,
    id: newId(DAY),
    file_name: name,
    file_hash: name,
    format: 'toggl',
    entries,
    created_at: DAY,
    finished_at: isFinished ? DAY + 1 : null,
    file_rows: entries,
    read_rows: entries,
  }))
  const key = { user_id: userId, kind: 'project' as const, record_id: projects[0]!.id }
  await insertRows(db, 'clients', clients)
  await insertRows(db, 'projects', projects)
  await insertRows(db, 'tasks', tasks)
  await insertRows(db, 'tags', tags)
  for (const preset of account.presets) await insertRows(db, 'timer_presets', [toRow(userId, preset)])
  for (const view of account.views) await insertRows(db, 'report_views', [toRow(userId, view)])
  for (const { project, first_day, minutes } of account.goals) {
    const project_id = project === null ? null : at(projects, project)!.id
    const targets = {
      days: Array.from({ length: 7 }, () => ({ minutes, sessions: 0 })),
      week: { minutes: 0, sessions: 8 },
    }
    const id = goalIdOf(project_id, first_day)
    await insertRows(db, 'goals', [{ user_id: userId, id, project_id, first_day, targets: JSON.stringify(targets) }])
  }
  await insertRows(db, 'imports', imports)
  for (const { id } of imports) await insertRows(db, 'import_records', [{ ...key, import_id: id }])
  return { projects, tasks, tags, imports }
}

type RandomEntry = RandomAccount['entries'][number]

async function storeEntry(
  db: Db,
  userId: string,
  entry: RandomEntry,
  { projects, tasks, tags, imports }: StoredRecords,
) {
  const key = keyOf(userId, entry)
  const project_id = at(projects, entry.project)!.id
  const ofProject = tasks.filter((task) => task.project_id === project_id)
  let end = DAY + entry.start
  const segments = entry.worked.map(([worked, pause]) => {
    const started_at = end
    end = started_at + worked + pause
    return { user_id: userId, entry_id: key.id, started_at, ended_at: started_at + worked }
  })
  const row = {
    ...key,
    project_id,
    task_id: entry.task === null ? null : (at(ofProject, entry.task)?.id ?? null),
    started_at: DAY + entry.start,
    ended_at: end,
    duration_ms: segments.reduce((sum, { started_at, ended_at }) => sum + ended_at - started_at, 0),
    notes: entry.notes,
    zone: entry.zone,
    import_id: entry.import === null ? null : (at(imports, entry.import)?.id ?? null),
  }
  await insertRows(db, 'time_entries', [row])
  await insertRows(db, 'time_entry_segments', segments)
  const tagIds = new Set(entry.tags.flatMap((tag) => at(tags, tag)?.id ?? []))
  await insertRows(
    db,
    'time_entry_tags',
    [...tagIds].map((tag_id) => ({ user_id: userId, entry_id: key.id, tag_id })),
  )
}

const at = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length]
