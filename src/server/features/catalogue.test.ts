import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

type User = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signUp']>>

/** A resource of the catalogue: projects, clients, tasks, tags, timer presets or report views. */
interface Resource {
  path: string
  notFound: string
  /** The required fields. */
  draft: (user: User) => Promise<Record<string, unknown>>
  defaults: Record<string, unknown>
  change: Record<string, unknown>
}

const onlyName = async () => ({ name: 'Alpha' })
const resources: Resource[] = [
  {
    path: '/projects',
    notFound: 'Project not found',
    draft: onlyName,
    defaults: { description: '', color: '#3b82f6', client: null, status: 'active', isPinned: false, openTasks: 0 },
    change: { description: 'Two\nlines', color: '#00ff00', status: 'archived', isPinned: true },
  },
  {
    path: '/clients',
    notFound: 'Client not found',
    draft: onlyName,
    defaults: { contactInfo: '', color: '#0284c7', projects: [] },
    change: { contactInfo: 'office@example.org' },
  },
  {
    path: '/tasks',
    notFound: 'Task not found',
    draft: async (user) => ({ name: 'Alpha', project: (await user.post('/projects', { name: 'P' })).json().data.id }),
    defaults: { description: '', status: 'pending', estimate: null, planned: null },
    change: { status: 'inProgress' },
  },
  {
    path: '/tags',
    notFound: 'Tag not found',
    draft: onlyName,
    defaults: { color: '#0284c7' },
    change: { color: '#123456' },
  },
  {
    path: '/timer-presets',
    notFound: 'Timer preset not found',
    draft: async () => ({ name: 'Alpha', workDuration: 50, breakDuration: 0 }),
    defaults: { repetitions: 1 },
    change: { breakDuration: 10, repetitions: 20 },
  },
  {
    path: '/report-views',
    notFound: 'Report view not found',
    draft: onlyName,
    defaults: { search: '' },
    change: { search: 'range=month&group=tag' },
  },
]
const cases = resources.map((resource) => [resource.path, resource] as const)
const ID = '0195a000-0000-7000-8000-00000000000a'
const WITH_USER_FIELD = ['/projects', '/timer-presets']

test.each(cases)('%s: created with its defaults, read, listed, changed, deleted', async (path, resource) => {
  const { clock, signUp } = await testApp()
  const ann = await signUp('Ann')
  const draft = await resource.draft(ann)
  const created = await ann.post(path, draft)
  expect(created.statusCode).toBe(201)
  const item = created.json().data
  expect(item).toEqual({
    ...draft,
    ...resource.defaults,
    id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
    ...(WITH_USER_FIELD.includes(path) && { user: ann.user.id }),
    createdAt: '2026-03-02T09:00:00.000Z',
    updatedAt: '2026-03-02T09:00:00.000Z',
  })
  expect((await ann.get(`${path}/${item.id}`)).json().data).toEqual(item)
  expect((await ann.get(path)).json().data).toEqual([item])

  clock.now += 60_000
  const changed = await ann.put(`${path}/${item.id}`, resource.change)
  expect(changed.statusCode).toBe(200)
  expect(changed.json().data).toEqual({ ...item, ...resource.change, updatedAt: '2026-03-02T09:01:00.000Z' })
  expect((await ann.get(`${path}/${item.id}`)).json().data).toEqual(changed.json().data)

  const deleted = await ann.delete(`${path}/${item.id}`)
  expect(deleted.json()).toEqual({ ok: true, data: null })
  expect((await ann.get(path)).json().data).toEqual([])
  expect((await ann.delete(`${path}/${item.id}`)).json()).toMatchObject({
    code: 'not-found',
    message: resource.notFound,
  })
})

test.each(cases)('K1 %s: the list is complete and sorted by name, ignoring case', async (path, resource) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const draft = await resource.draft(ann)
  for (const name of ['beta 10', 'Gamma', 'alpha', 'Beta 9']) await ann.post(path, { ...draft, name })
  const names = (await ann.get(path)).json().data.map((item: { name: string }) => item.name)
  expect(names).toEqual(['alpha', 'Beta 9', 'beta 10', 'Gamma'])
})

test.each(cases)('K2 %s: fields that a change leaves out stay', async (path, resource) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const item = (await ann.post(path, { ...(await resource.draft(ann)), ...resource.change })).json().data
  const renamed = await ann.put(`${path}/${item.id}`, { name: ' Beta ' })
  expect(renamed.json().data).toEqual({ ...item, name: 'Beta' })
  expect((await ann.put(`${path}/${item.id}`, {})).json().data).toEqual({ ...item, name: 'Beta' })
})

test.each(cases)('K3 %s: twenty concurrent requests with the same id create one', async (path, resource) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const draft = { ...(await resource.draft(ann)), id: ID }
  const replies = await Promise.all(Array.from({ length: 20 }, () => ann.post(path, draft)))
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  const again = await ann.post(path, { ...draft, id: ID.toUpperCase(), name: 'Another' })
  expect(again.body).toBe(replies[0]!.body)
  expect((await ann.get(path)).json().data).toEqual([replies[0]!.json().data])
})

test.each(cases)('K3 %s: an id of another user can be used, and reveals nothing of theirs', async (path, resource) => {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  await ann.post(path, { ...(await resource.draft(ann)), id: ID })
  const draft = { ...(await resource.draft(bob)), id: ID, name: 'Of Bob' }
  expect((await bob.post(path, draft)).json().data).toMatchObject({ id: ID, name: 'Of Bob' })
  expect((await bob.delete(`${path}/${ID}`)).statusCode).toBe(200)
  expect((await ann.get(`${path}/${ID}`)).json().data.name).toBe('Alpha')
})

test.each(cases)('S12 %s: fields that the server manages cannot be written', async (path, resource) => {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const readOnly = {
    user: bob.user.id,
    user_id: bob.user.id,
    createdAt: '2000-01-01T00:00:00Z',
    updatedAt: '2000-01-01T00:00:00Z',
    created_at: 0,
    projects: [ID],
    openTasks: 9,
    name_key: 'x',
  }
  const made = (await ann.post(path, { ...readOnly, ...(await resource.draft(ann)) })).json().data
  expect(made).toMatchObject({ ...resource.defaults, createdAt: '2026-03-02T09:00:00.000Z' })
  const changed = (await ann.put(`${path}/${made.id}`, { ...readOnly, id: ID })).json().data
  expect(changed).toEqual(made)
  expect((await bob.get(path)).json().data).toEqual([])
})

// prettier-ignore
test.each([
  ['/projects',      { name: undefined },           'name',         'This field is required'],
  ['/projects',      { name: '  ' },                'name',         'This field is required'],
  ['/projects',      { name: 'x'.repeat(101) },     'name',         'At most 100 characters'],
  ['/projects',      { name: 'a\nb' },              'name',         'This value is not valid'],
  ['/projects',      { description: 'x'.repeat(2_001) }, 'description', 'At most 2000 characters'],
  ['/projects',      { name: null },                'name',         'This field is required'],
  ['/projects',      { color: 'red' },              'color',        'A colour looks like #33d17a'],
  ['/projects',      { color: '#12345' },           'color',        'A colour looks like #33d17a'],
  ['/projects',      { client: 7 },                 'client',       'This value is not valid'],
  ['/projects',      { client: 'a b' },             'client',       'This value is not valid'],
  ['/projects',      { status: 'deleted' },         'status',       'This value is not valid'],
  ['/projects',      { id: 'not-a-uuid' },          'id',           'This value is not valid'],
  ['/clients',       { contactInfo: 'a\0b' },       'contactInfo',  'This value is not valid'],
  ['/clients',       { color: 'url(x)' },           'color',        'A colour looks like #33d17a'],
  ['/tasks',         { project: undefined },        'project',      'This field is required'],
  ['/tasks',         { project: '' },               'project',      'This value is not valid'],
  ['/tasks',         { project: { $ne: null } },    'project',      'This value is not valid'],
  ['/tasks',         { status: 'in_progress' },     'status',       'This value is not valid'],
  ['/tags',          { name: ['a'] },               'name',         'This value is not valid'],
  ['/timer-presets', { workDuration: 0 },           'workDuration', 'At least 1'],
  ['/timer-presets', { workDuration: 181 },         'workDuration', 'At most 180'],
  ['/timer-presets', { workDuration: 2.5 },         'workDuration', 'This value is not valid'],
  ['/timer-presets', { workDuration: '25' },        'workDuration', 'This value is not valid'],
  ['/timer-presets', { breakDuration: -1 },         'breakDuration', 'At least 0'],
  ['/timer-presets', { breakDuration: 61 },         'breakDuration', 'At most 60'],
  ['/timer-presets', { repetitions: 0 },            'repetitions',  'At least 1'],
  ['/timer-presets', { repetitions: 21 },           'repetitions',  'At most 20'],
  ['/timer-presets', { name: 'Default Settings' },  'name',         'This name is reserved, please choose another'],
  ['/timer-presets', { name: ' default settings' }, 'name',         'This name is reserved, please choose another'],
])('%s refuses %j with a message on its field', async (path, wrong, field, sentence) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const draft = await resources.find((resource) => resource.path === path)!.draft(ann)
  const reply = await ann.post(path, { ...draft, ...wrong })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: sentence })
  if (field === 'id' || isAbsent(Object.values<unknown>(wrong)[0])) return
  const { id } = (await ann.post(path, draft)).json().data
  expect((await ann.put(`${path}/${id}`, wrong)).json().details).toEqual({ [field]: sentence })
})

const isAbsent = (value: unknown) => value === undefined || value === null

test('a colour is stored in lower case, and the database refuses anything else', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  expect((await ann.post('/tags', { name: 'a', color: '#ABCDEF' })).json().data.color).toBe('#abcdef')
  await expect(db.updateTable('tags').set({ color: 'red' }).execute()).rejects.toThrow(/check/i)
})

test('S10 lists hold only items of their user', async () => {
  const { signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  for (const { path, draft } of resources) await ann.post(path, await draft(ann))
  for (const { path } of resources) expect((await bob.get(path)).json().data, path).toEqual([])
})
