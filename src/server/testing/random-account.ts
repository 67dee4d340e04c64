import fc from 'fast-check'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Schema } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
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

/** Stores an account for a user who has nothing yet. */
export async function storeAccount(db: Db, userId: string, account: RandomAccount) {
  const own = ({ createdAt, changedAfter }: { createdAt: number; changedAfter: number }) => ({
    user_id: userId,
    id: newId(DAY + createdAt),
    created_at: DAY + createdAt,
    updated_at: DAY + createdAt + changedAfter,
  })
  const store = <Table extends keyof Schema>(table: Table, rows: Insertable<Schema[Table]>[]) =>
    insertRows(db, table, rows)
  const clients = account.clients.map(({ createdAt, changedAfter, ...rest }) => ({
    ...own({ createdAt, changedAfter }),
    ...rest,
  }))
  const projects = account.projects.map(({ createdAt, changedAfter, client, ...rest }) => ({
    ...own({ createdAt, changedAfter }),
    ...rest,
    client_id: client === null ? null : (at(clients, client)?.id ?? null),
  }))
  const tasks = account.tasks.map(({ createdAt, changedAfter, project, ...rest }) => ({
    ...own({ createdAt, changedAfter }),
    ...rest,
    project_id: at(projects, project)!.id,
  }))
  const tags = account.tags.map(({ createdAt, changedAfter, ...rest }) => ({
    ...own({ createdAt, changedAfter }),
    ...rest,
    name_key: nameKey(rest.name),
  }))
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
  await store('clients', clients)
  await store('projects', projects as Insertable<Schema['projects']>[])
  await store('tasks', tasks as Insertable<Schema['tasks']>[])
  await store('tags', tags)
  await store(
    'timer_presets',
    account.presets.map(({ createdAt, changedAfter, ...rest }) => ({ ...own({ createdAt, changedAfter }), ...rest })),
  )
  await store(
    'report_views',
    account.views.map(({ createdAt, changedAfter, ...rest }) => ({ ...own({ createdAt, changedAfter }), ...rest })),
  )
  await store('imports', imports)
  await store(
    'import_records',
    imports.flatMap(({ id }) =>
      projects.slice(0, 1).map((project) => ({
        user_id: userId,
        import_id: id,
        kind: 'project' as const,
        record_id: project.id,
      })),
    ),
  )
  for (const entry of account.entries) {
    const project = at(projects, entry.project)!
    const ofProject = tasks.filter(({ project_id }) => project_id === project.id)
    const task = entry.task === null ? undefined : at(ofProject, entry.task)
    const key = own(entry)
    let end = DAY + entry.start
    const segments = entry.worked.map(([worked, pause]) => {
      const started_at = end
      end = started_at + worked + pause
      return { user_id: userId, entry_id: key.id, started_at, ended_at: started_at + worked }
    })
    await store('time_entries', [
      {
        ...key,
        project_id: project.id,
        task_id: task?.id ?? null,
        started_at: DAY + entry.start,
        ended_at: end,
        duration_ms: segments.reduce((sum, { started_at, ended_at }) => sum + ended_at - started_at, 0),
        notes: entry.notes,
        focus_session_key: null,
        planned_ms: null,
        zone: entry.zone,
        import_id: entry.import === null ? null : (at(imports, entry.import)?.id ?? null),
      },
    ])
    await store('time_entry_segments', segments)
    const tagIds = new Set(entry.tags.flatMap((tag) => at(tags, tag)?.id ?? []))
    await store(
      'time_entry_tags',
      [...tagIds].map((tag_id) => ({ user_id: userId, entry_id: key.id, tag_id })),
    )
  }
}

const at = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length]
