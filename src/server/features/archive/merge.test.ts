import { expect, test } from 'vitest'
import type { RestoreOutcome } from '#contract/files/archive.ts'
import { CHOICES, type Choice } from '#core/archive/plan-record.ts'
import { testArchives } from '#server/testing/test-account-archives.ts'

/** Ann's archive, and Bob, who has records of the same names with other content. */
async function annAndBob() {
  const parts = await testArchives()
  const [ann, bob] = [await parts.signUp('Ann'), await parts.signUp('Bob')]
  for (const [user, color] of [
    [ann, '#111111'],
    [bob, '#222222'],
  ] as const) {
    const make = async (path: string, draft: object) => (await user.post(path, draft)).json().data.id as string
    const client = await make('/clients', { name: 'Acme', color })
    const project = await make('/projects', { name: 'Web', client, color })
    const task = await make('/tasks', { name: 'Draw', project, description: color })
    const tag = await make('/tags', { name: 'deep', color })
    await make('/timer-presets', {
      name: 'Own',
      workDuration: user === ann ? 30 : 40,
      breakDuration: 5,
      repetitions: 2,
    })
    await user.post('/timer-presets/sync-settings', {
      workDuration: user === ann ? 30 : 40,
      breakDuration: 5,
      repetitions: 2,
    })
    await make('/report-views', { name: 'Mine', search: `projects=${project}` })
    const days = Array.from({ length: 7 }, () => ({ minutes: user === ann ? 300 : 240, sessions: 0 }))
    for (const scope of [null, project])
      await user.put('/goals', { project: scope, from: '2026-03-01', days, week: { minutes: 0, sessions: 0 } })
    const startTime = '2026-03-01T09:00:00Z'
    await make('/time-entries', {
      project,
      task,
      tags: [tag],
      startTime,
      endTime: '2026-03-01T10:00:00Z',
      notes: color,
    })
  }
  return { ...parts, ann, bob, archive: await parts.download(ann) }
}

const outcomesOf = ({ kinds }: RestoreOutcome) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, { examples: _, ...counts }]) => [
      kind,
      Object.entries(counts)
        .flatMap(([outcome, count]) => (count > 0 ? [`${count} ${outcome}`] : []))
        .join(', '),
    ]),
  )

// prettier-ignore
test.each<[Choice, Record<string, string>, names: Record<string, string[]>]>([
  ['mine',
    { profile: '1 kept', clients: '1 kept', projects: '1 kept', tasks: '1 kept', tags: '1 kept', presets: '2 kept', views: '1 same', goals: '2 kept', entries: '1 new' },
    { projects: ['Web #222222'], tags: ['deep #222222'], entries: ['#111111 Web deep', '#222222 Web deep'] }],
  ['archive',
    { profile: '1 replaced', clients: '1 replaced', projects: '1 replaced', tasks: '1 replaced', tags: '1 replaced', presets: '2 replaced', views: '1 same', goals: '2 replaced', entries: '1 new' },
    { projects: ['Web #111111'], tags: ['deep #111111'], entries: ['#111111 Web deep', '#222222 Web deep'] }],
  ['both',
    { profile: '1 kept', clients: '1 copied', projects: '1 new', tasks: '1 new', tags: '1 copied', presets: '2 copied', views: '1 copied', goals: '1 new, 1 kept', entries: '1 new' },
    { projects: ['Web #111111', 'Web #222222'], tags: ['deep #222222', 'deep (2) #111111'], entries: ['#111111 Web deep (2)', '#222222 Web deep'] }],
])('H6 conflicts are decided by the choice "%s", as the preview says, and a second restore changes nothing', async (conflicts, expected, names) => {
  const { bob, archive, preview, restore } = await annAndBob()
  const { createdAt: _at, version: _version, name, email, ...previewed } = await preview(bob, archive, { conflicts })
  expect([name, email]).toEqual(['Ann', 'ann@example.org'])
  expect(outcomesOf(previewed)).toEqual(expected)
  expect(await restore(bob, archive, { conflicts })).toEqual(previewed)
  const list = async (path: string) => (await bob.get(path)).json().data as Record<string, any>[] // oxlint-disable-line typescript/no-explicit-any
  const namesOf = async (path: string) => (await list(path)).map(({ name, color }) => `${name} ${color}`).toSorted()
  const present = async () => {
    const [projects, tags] = [await list('/projects'), await list('/tags')]
    const nameIn = (items: Record<string, any>[], id: string) => items.find((item) => item['id'] === id)!['name'] // oxlint-disable-line typescript/no-explicit-any
    const entries = (await list('/time-entries')).map(({ notes, project, tags: [tag] }) => `${notes} ${nameIn(projects, project)} ${nameIn(tags, tag)}`)
    return { projects: await namesOf('/projects'), tags: await namesOf('/tags'), entries: entries.toSorted() }
  }
  expect(await present()).toEqual(names)
  await restore(bob, archive, { conflicts })
  expect(await present()).toEqual(names)
})

test('H6 each kind can have a choice of its own', async () => {
  const { bob, archive, restore } = await annAndBob()
  const { kinds } = await restore(bob, archive, { conflicts: 'mine', tags: 'archive', clients: 'both' })
  expect([kinds.tags.replaced, kinds.clients.copied, kinds.presets.kept]).toEqual([1, 1, 2])
  expect(kinds.tags.examples).toEqual(['deep'])
})

test.each(CHOICES)(
  'H6 records that were changed since the archive was made follow the choice "%s"',
  async (conflicts) => {
    const { ann, archive, restore } = await annAndBob()
    const [entry] = (await ann.get('/time-entries')).json().data
    const [project] = (await ann.get('/projects')).json().data
    await ann.put(`/time-entries/${entry.id}`, { notes: 'changed' })
    await ann.put(`/projects/${project.id}`, { name: 'Changed' })
    const { kinds } = await restore(ann, archive, { conflicts })
    const notes = (await ann.get('/time-entries'))
      .json()
      .data.map(({ notes }: { notes: string }) => notes)
      .toSorted()
    const names = (await ann.get('/projects'))
      .json()
      .data.map(({ name }: { name: string }) => name)
      .toSorted()
    // With both projects there, the entry of the archive is on the archive's.
    expect({ notes, names }).toEqual({
      notes: { mine: ['changed'], archive: ['#111111'], both: ['#111111', 'changed'] }[conflicts],
      names: { mine: ['Changed'], archive: ['Web'], both: ['Changed', 'Web'] }[conflicts],
    })
    expect(kinds.tags.same).toBe(1)
    await restore(ann, archive, { conflicts })
    expect((await ann.get('/time-entries')).json().data).toHaveLength(notes.length)
    expect((await ann.get('/projects')).json().data).toHaveLength(names.length)
  },
)

test.each(CHOICES)('H6 entries stay with a task that was moved to another project: %s', async (conflicts) => {
  const { ann, archive, restore } = await annAndBob()
  const [task] = (await ann.get('/tasks')).json().data
  const project = (await ann.post('/projects', { name: 'Other' })).json().data.id as string
  await ann.put(`/tasks/${task.id}`, { project })
  const [entry] = (await ann.get('/time-entries')).json().data
  await ann.delete(`/time-entries/${entry.id}`)
  await restore(ann, archive, { conflicts })
  const [restored] = (await ann.get('/time-entries')).json().data
  const tasks = (await ann.get('/tasks')).json().data as { id: string; project: string }[]
  expect(restored.project).toBe(tasks.find(({ id }) => id === restored.task)?.project)
  expect(tasks).toHaveLength(conflicts === 'both' ? 2 : 1)
})

test('H6 keeping both versions of a project doubles none of its entries', async () => {
  const { ann, archive, restore } = await annAndBob()
  const [project] = (await ann.get('/projects')).json().data
  await ann.put(`/projects/${project.id}`, { description: 'changed' })
  const { kinds } = await restore(ann, archive, { conflicts: 'both' })
  expect([kinds.projects.copied, kinds.tasks.same, kinds.entries.same]).toEqual([1, 1, 1])
})

test('H6 a deleted project comes back with its tasks and entries', async () => {
  const { ann, archive, restore } = await annAndBob()
  const [project] = (await ann.get('/projects')).json().data
  await ann.delete(`/projects/${project.id}`)
  expect((await ann.get('/time-entries')).json().data).toEqual([])
  await restore(ann, archive)
  expect((await ann.get('/time-entries')).json().data).toMatchObject([{ project: project.id, notes: '#111111' }])
})

test('H6 the initial data of a new account do not appear twice', async () => {
  const { signUp, download, restore } = await testArchives()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  for (const user of [ann, bob]) await user.post('/initial-data')
  const { kinds } = await restore(bob, await download(ann))
  expect([kinds.projects.same, kinds.presets.same]).toEqual([1, 3])
  expect((await bob.get('/projects')).json().data).toHaveLength(1)
})
