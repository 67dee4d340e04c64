import { expect, test } from 'vitest'
import type { EstimatedTask } from '#core/tasks/estimate-report.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { explain } from '#server/testing/explain.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'
import { selectAllWork } from './estimates.ts'

const FOUR_SESSIONS = { unit: 'sessions', amount: 4 }
const TWO_HOURS = { unit: 'minutes', amount: 120 }

async function testAnn() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p', client: await make('/clients', { name: 'c' }) })
  const tag = await make('/tags', { name: 'g' })
  return {
    ...parts,
    ann,
    make,
    project,
    tag,
    task: (name: string, estimate: object | null, more = {}) => make('/tasks', { name, project, estimate, ...more }),
    /** Works for some minutes; with a planned length it is a focus session. */
    track: (task: string, from: string, minutes: number, { plannedMinutes, ...more }: Tracked = {}) =>
      trackTime(parts.db, ann.user.id, {
        project,
        task,
        worked: [[from, new Date(Date.parse(from) + minutes * MINUTE_MS).toISOString()]],
        ...(plannedMinutes !== undefined && { plannedMs: plannedMinutes * MINUTE_MS }),
        ...more,
      }),
    estimates: async (query: Record<string, string> = {}): Promise<EstimatedTask[]> => {
      const address = new URLSearchParams({ from: '2026-03-02', to: '2026-03-08', zone: 'Europe/Madrid', ...query })
      const reply = await ann.get(`/reports/estimates?${address.toString()}`)
      expect(reply.json()).toMatchObject({ ok: true })
      return reply.json().data
    },
  }
}

interface Tracked {
  plannedMinutes?: number
  tags?: string[]
}

test('U39 a report has the tasks with an estimate that were worked on, with all work and that of its days', async () => {
  const { task, track, estimates, project } = await testAnn()
  const book = await task('Book', FOUR_SESSIONS)
  const cover = await task('Cover', TWO_HOURS, { status: 'completed' })
  await task('Untouched', TWO_HOURS)
  const unestimated = await task('Open end', null)
  const earlier = await task('Earlier', TWO_HOURS)
  await track(earlier, '2026-03-01T12:00:00Z', 30)
  await track(unestimated, '2026-03-02T12:00:00Z', 30)
  await track(book, '2026-02-20T09:00:00Z', 25, { plannedMinutes: 25 })
  await track(book, '2026-03-02T09:00:00Z', 25, { plannedMinutes: 25 })
  await track(book, '2026-03-03T09:00:00Z', 20, { plannedMinutes: 25 })
  await track(book, '2026-03-09T09:00:00Z', 25, { plannedMinutes: 25 })
  // Sunday ends at 23:00 UTC in Madrid.
  await track(cover, '2026-03-08T22:00:00Z', 150)
  const work = (minutes: number, sessions: number) => ({ milliseconds: minutes * MINUTE_MS, sessions })
  const byId = (a: { task: string }, b: { task: string }) => (a.task < b.task ? -1 : 1)
  expect(await estimates()).toEqual(
    [
      {
        task: book,
        project,
        estimate: FOUR_SESSIONS,
        isCompleted: false,
        work: work(95, 3),
        workInPeriod: work(45, 1),
      },
      { task: cover, project, estimate: TWO_HOURS, isCompleted: true, work: work(150, 0), workInPeriod: work(60, 0) },
    ].toSorted(byId),
  )
})

test('U39 the filters of a report choose the tasks, and rounding changes nothing', async () => {
  const { task, track, estimates, tag, project } = await testAnn()
  const [book, cover] = [await task('Book', FOUR_SESSIONS), await task('Cover', TWO_HOURS)]
  await track(book, '2026-03-02T09:00:00Z', 50, { plannedMinutes: 50 })
  await track(cover, '2026-03-02T12:00:00Z', 31, { tags: [tag] })
  await track(cover, '2026-03-02T13:00:00Z', 10)
  const shown = async (query: Record<string, string>) =>
    (await estimates(query)).map(({ task, work, workInPeriod }) => [
      task,
      work.milliseconds / MINUTE_MS,
      workInPeriod.milliseconds / MINUTE_MS,
    ])
  expect(await shown({ tags: tag })).toEqual([[cover, 41, 31]])
  expect(await shown({ kinds: 'focus' })).toEqual([[book, 50, 50]])
  expect(await shown({ tasks: cover, rounding: 'up' })).toEqual([[cover, 41, 41]])
  expect(await shown({ projects: 'none' })).toEqual([])
  expect(await shown({ projects: project })).toHaveLength(2)
  expect(await shown({ clients: 'none' })).toEqual([])
})

test('U7 a report of estimates has no task of anybody else', async () => {
  const { task, track, ann, signUp } = await testAnn()
  await track(await task('Book', FOUR_SESSIONS), '2026-03-02T09:00:00Z', 50)
  const bob = await signUp('Bob')
  const address = '/reports/estimates?from=2026-03-02&to=2026-03-08&zone=UTC'
  expect((await ann.get(address)).json().data).toHaveLength(1)
  expect((await bob.get(address)).json().data).toEqual([])
})

test('U39 all work of some tasks is found by the index of tasks', async () => {
  const { db, ann, task, track } = await testAnn()
  const tasks: string[] = []
  for (const number of Array(60).keys()) {
    tasks.push(await task(`Chapter ${number}`, FOUR_SESSIONS))
    await track(tasks[number]!, '2026-03-02T09:00:00Z', 50)
  }
  // With few entries PostgreSQL prefers any other index of the user.
  const entries = await db.selectFrom('time_entries').selectAll().execute()
  for (const copy of Array(40).keys())
    await db
      .insertInto('time_entries')
      .values(entries.map((entry) => ({ ...entry, id: `${entry.id}.${copy}` })))
      .execute()
  const plan = await explain(db, selectAllWork(db, ann.user.id, JSON.stringify(tasks.slice(0, 1))).compile())
  // The indexes of partitions have names of their own, but the same condition.
  expect(plan).toMatch(/USING INDEX time_entries_task|Index Cond: [^"]*task_id/)
})
