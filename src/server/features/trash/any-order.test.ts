import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const TABLES = [
  'clients',
  'projects',
  'tasks',
  'tags',
  'time_entries',
  'time_entry_segments',
  'time_entry_tags',
  'focus_session_overrides',
] as const

const index = fc.nat({ max: 5 })
const some = (maxLength: number) => fc.array(index, { maxLength })

/** Each number selects one of the items made before it. */
const account = fc.record({
  clients: fc.nat({ max: 2 }),
  projects: fc.array(fc.option(index), { minLength: 1, maxLength: 3 }),
  tasks: some(3),
  tags: fc.nat({ max: 2 }),
  entries: fc.array(fc.record({ project: index, task: fc.option(index), tags: some(2) }), { maxLength: 6 }),
})
const deletions = fc.array(
  fc.record({
    kind: fc.constantFrom('clients', 'projects', 'tasks', 'tags', 'time-entries', 'several'),
    index,
    /** Sorting by it gives the order in which the deletions are taken back. */
    rank: fc.nat(),
  }),
  { maxLength: 6 },
)

test('H22 whatever was deleted and in whatever order it comes back, everything is as before', async () => {
  const { db, signUp } = await testApp()
  let users = 0
  const property = fc.asyncProperty(account, deletions, async (account, deletions) => {
    users += 1
    const ann = await signUp(`Ann${users}`)
    const ids: Record<string, string[]> = { clients: [], projects: [], tasks: [], tags: [], 'time-entries': [] }
    const make = async (path: string, draft: object) => {
      const reply = await ann.post(`/${path}`, draft)
      expect(reply.statusCode, reply.body).toBe(201)
      ids[path]!.push(reply.json().data.id)
      return reply.json().data
    }
    const pick = <Item>(items: readonly Item[], index: number | null) =>
      index === null || items.length === 0 ? null : items[index % items.length]!

    for (let count = 0; count < account.clients; count += 1) await make('clients', { name: `client ${count}` })
    for (const client of account.projects)
      await make('projects', { name: 'project', client: pick(ids['clients']!, client) })
    const tasks = []
    for (const project of account.tasks)
      tasks.push(await make('tasks', { name: 'task', project: pick(ids['projects']!, project) }))
    for (let count = 0; count < account.tags; count += 1) await make('tags', { name: `tag ${count}` })
    for (const [hour, { project, task, tags }] of account.entries.entries()) {
      const projectId = pick(ids['projects']!, project)
      await make('time-entries', {
        project: projectId,
        task: pick(
          tasks.filter((task) => task.project === projectId).map(({ id }) => id),
          task,
        ),
        tags: [...new Set(tags.flatMap((tag) => pick(ids['tags']!, tag) ?? []))],
        startTime: `2026-03-01T0${hour}:00:00Z`,
        endTime: `2026-03-01T0${hour}:40:00Z`,
        segments: [
          { start: `2026-03-01T0${hour}:00:00Z`, end: `2026-03-01T0${hour}:10:00Z` },
          { start: `2026-03-01T0${hour}:20:00Z`, end: `2026-03-01T0${hour}:40:00Z` },
        ],
      })
    }

    const dump = async () => {
      const rows = await Promise.all(
        TABLES.map((table) => db.selectFrom(table).selectAll().where('user_id', '=', ann.user.id).execute()),
      )
      return rows.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
    }
    const before = await dump()
    const done: { trash: string; rank: number }[] = []
    for (const { kind, index, rank } of deletions) {
      const trash = randomUUID()
      const id = kind === 'several' ? undefined : pick(ids[kind]!, index)
      const reply =
        kind === 'several'
          ? await ann.post('/time-entries/bulk-delete', { ids: ids['time-entries']!.slice(index, index + 3), trash })
          : await ann.delete(`/${kind}/${id}?trash=${trash}`)
      expect([200, 400, 404]).toContain(reply.statusCode)
      if (reply.statusCode === 200) done.push({ trash, rank })
    }
    for (const { trash } of done.toSorted((a, b) => a.rank - b.rank)) {
      const reply = await ann.post(`/trash/${trash}/restore`, {})
      expect(reply.statusCode, reply.body).toBe(200)
    }
    expect(await dump()).toEqual(before)
    expect(await db.selectFrom('trash_rows').selectAll().where('user_id', '=', ann.user.id).execute()).toEqual([])
  })
  await fc.assert(property, { numRuns: 40 })
}, 60_000)
