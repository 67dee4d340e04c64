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

type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never
type User = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signUp']>>

const pick = <Item>(items: readonly Item[], index: number | null) =>
  index === null || items.length === 0 ? null : items[index % items.length]!

/** Creates the items of an account, and returns their ids. */
async function fill(user: User, account: Account) {
  const make = async (path: string, draft: object) => {
    const reply = await user.post(`/${path}`, draft)
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json().data.id as string
  }
  const makeAll = async <Draft>(
    drafts: readonly Draft[],
    path: string,
    toDraft: (draft: Draft, index: number) => object,
  ) => {
    const ids: string[] = []
    for (const [index, draft] of drafts.entries()) ids.push(await make(path, toDraft(draft, index)))
    return ids
  }
  const clients = await makeAll(Array.from({ length: account.clients }), 'clients', () => ({ name: 'client' }))
  const projects = await makeAll(account.projects, 'projects', (client) => ({
    name: 'project',
    client: pick(clients, client),
  }))
  const tasks = await makeAll(account.tasks, 'tasks', (project) => ({ name: 'task', project: pick(projects, project) }))
  const tags = await makeAll(Array.from({ length: account.tags }), 'tags', (_, index) => ({ name: `tag ${index}` }))
  const tasksOf = (project: string | null) => tasks.filter((_, at) => pick(projects, account.tasks[at]!) === project)
  const entries = await makeAll(account.entries, 'time-entries', (entry, hour) => {
    const at = (minute: number) => `2026-03-01T0${hour}:${minute}:00Z`
    const project = pick(projects, entry.project)
    return {
      project,
      task: pick(tasksOf(project), entry.task),
      tags: [...new Set(entry.tags.flatMap((tag) => pick(tags, tag) ?? []))],
      startTime: at(10),
      endTime: at(50),
      segments: [
        { start: at(10), end: at(20) },
        { start: at(30), end: at(50) },
      ],
    }
  })
  return { clients, projects, tasks, tags, 'time-entries': entries }
}

test('H22 whatever was deleted and in whatever order it comes back, everything is as before', async () => {
  const { db, signUp } = await testApp()
  let users = 0

  async function dump(userId: string) {
    const rows = await Promise.all(
      TABLES.map((table) => db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()),
    )
    return rows.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
  }

  const property = fc.asyncProperty(account, deletions, async (account, deletions) => {
    users += 1
    const ann = await signUp(`Ann${users}`)
    const ids = await fill(ann, account)
    const before = await dump(ann.user.id)
    const done: { trash: string; rank: number }[] = []
    for (const { kind, index, rank } of deletions) {
      const trash = randomUUID()
      const reply =
        kind === 'several'
          ? await ann.post('/time-entries/bulk-delete', { ids: ids['time-entries'].slice(index, index + 3), trash })
          : await ann.delete(`/${kind}/${pick(ids[kind], index)}?trash=${trash}`)
      // Some are gone already.
      expect([200, 400, 404]).toContain(reply.statusCode)
      if (reply.statusCode === 200) done.push({ trash, rank })
    }
    for (const { trash } of done.toSorted((a, b) => a.rank - b.rank)) {
      const reply = await ann.post(`/trash/${trash}/restore`, {})
      expect(reply.statusCode, reply.body).toBe(200)
    }
    expect(await dump(ann.user.id)).toEqual(before)
    expect(await db.selectFrom('trash_rows').selectAll().where('user_id', '=', ann.user.id).execute()).toEqual([])
  })
  await fc.assert(property, { numRuns: 40 })
}, 60_000)
