import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { overrideSession } from '#server/features/time-entries/queries.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const MISSING = '018f0000-0000-7000-8000-000000000000'
const HOUR = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }
const withId = Object.entries(api).flatMap(([resource, endpoints]) =>
  Object.values(endpoints)
    .filter(({ path }) => path.includes(':'))
    .map(({ method, path }) => [method, path, resource] as const),
)

/** Signs Ann up and gives her one of everything that an address can name. A resource that is not here fails the test. */
async function annsThings() {
  const { app, db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const ids: Record<string, string> = {
    users: (await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()).id,
    projects: project,
    clients: await make('/clients', { name: 'c' }),
    tasks: await make('/tasks', { name: 't', project }),
    tags: await make('/tags', { name: 't' }),
    timerPresets: await make('/timer-presets', { name: 't', workDuration: 1, breakDuration: 0 }),
    timeEntries: await make('/time-entries', { project, ...HOUR }),
    reportViews: await make('/report-views', { name: 'v', search: '' }),
    imports: await importOne(app, ann.token),
  }
  return { ids, ann, bob: await signUp('Bob') }
}

async function importOne(app: FastifyInstance, token: string) {
  const payload = 'Start,End,Project\n2026-03-01 11:00,2026-03-01 12:00,Imported'
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const reply = await app.inject({ method: 'POST', url: '/api/imports?zone=UTC', payload, headers })
  return reply.json().data.id as string
}

test.each(withId)('S10 %s %s tells what another has no better than what nobody has', async (method, path, resource) => {
  const { ids, ann, bob } = await annsThings()
  const call = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  const at = (id: string) => path.replace(/:\w+/, id)
  const others = await bob[call](at(ids[resource]!), body)
  expect(others.statusCode).toBe(404)
  expect(others.json().code).toBe('not-found')
  expect((await bob[call](at(MISSING), body)).body).toBe(others.body)
  expect((await bob[call](at('undefined'), body)).body).toBe(others.body)
  expect((await bob[call](at("'%20or%201=1"), body)).statusCode).toBe(400)
  expect((await ann[call](at(ids[resource]!), body)).statusCode).toBe(200)
})

// prettier-ignore
test.each([
  ['post', '/projects',          { name: 'x', client: 'clients' },   'Client not found'],
  ['put',  '/projects/projects', { client: 'clients' },              'Client not found'],
  ['post', '/tasks',             { name: 'x', project: 'projects' }, 'Project not found'],
  ['put',  '/tasks/tasks',       { project: 'projects' },            'Project not found'],
  ['get',  '/tasks?projectId=projects', undefined,                   'Project not found'],
  ['post', '/time-entries',      { ...HOUR, project: 'projects' },   'Project not found'],
  ['post', '/time-entries',      { ...HOUR, project: 'own', task: 'tasks' },  'Task not found'],
  ['post', '/time-entries',      { ...HOUR, project: 'own', tags: ['tags'] }, 'Tag not found'],
  ['post', '/time-entries/start', { project: 'projects' },           'Project not found'],
  ['post', '/time-entries/start', { project: 'own', task: 'tasks' }, 'Task not found'],
  ['put',  '/time-entries/timeEntries', { project: 'projects' },     'Project not found'],
  ['put',  '/time-entries/timeEntries', { task: 'tasks' },           'Task not found'],
  ['put',  '/time-entries/timeEntries', { tags: ['tags'] },          'Tag not found'],
  ['get',  '/time-entries?projectId=projects', undefined,            'Project not found'],
  ['get',  '/time-entries?taskId=tasks', undefined,                  'Task not found'],
  ['get',  '/time-entries?tagId=tags', undefined,                    'Tag not found'],
] as const)('S10 %s %s with something of another user, or of nobody, is refused alike', async (method, path, body, message) => {
  const { ids, bob } = await annsThings()
  const own = (await bob.post('/projects', { name: 'own' })).json().data.id
  const task = (await bob.post('/tasks', { name: 'own', project: own })).json().data.id
  const entry = (await bob.post('/time-entries', { project: own, ...HOUR })).json().data.id
  const send = (foreign: (resource: string) => string) => {
    const address = path
      .replace(/\/projects\/projects$/, `/projects/${own}`)
      .replace(/\/tasks\/tasks$/, `/tasks/${task}`)
      .replace(/\/timeEntries$/, `/${entry}`)
      .replace(/=(\w+)$/, (_, resource: string) => `=${foreign(resource)}`)
    const idOf = (word: string) => (word === 'own' ? own : word in ids ? foreign(word) : word)
    const fill = (_key: string, value: unknown) => (typeof value === 'string' ? idOf(value) : value)
    return bob[method](address, body && JSON.parse(JSON.stringify(body, fill)))
  }
  const others = await send((resource) => ids[resource]!)
  expect(others.statusCode).toBe(404)
  expect(others.json().message).toBe(message)
  expect((await send(() => MISSING)).body).toBe(others.body)
})

test('an address takes one value for each part of its query', async () => {
  const { ids, ann } = await annsThings()
  const twice = `projectId=${ids['projects']}`
  expect((await ann.get(`/tasks?${twice}`)).statusCode).toBe(200)
  expect((await ann.get(`/tasks?${twice}&${twice}`)).json().details).toHaveProperty('projectId')
  expect((await ann.get('/activity?by=tag&by=task&zone=UTC')).json().details).toHaveProperty('by')
})

const OWNED_TABLES = [
  'timers',
  'timer_runs',
  'timer_commands',
  'clients',
  'projects',
  'tasks',
  'tags',
  'timer_presets',
  'report_views',
  'time_entries',
  'time_entry_tags',
  'time_entry_segments',
  'session_overrides',
  'push_subscriptions',
] as const

test('S27 an account takes everything along, and nothing of anybody else', async () => {
  const { db, signUp } = await testApp()
  for (const name of ['Ann', 'Bob']) {
    const user = await signUp(name)
    const client = (await user.post('/clients', { name })).json().data.id
    const project = (await user.post('/projects', { name, client })).json().data.id
    const task = (await user.post('/tasks', { name, project })).json().data.id
    const tag = (await user.post('/tags', { name })).json().data.id
    await user.post('/report-views', { name })
    await user.post('/timer-presets/sync-settings', { workDuration: 1, breakDuration: 1, repetitions: 1 })
    await user.post('/push/subscriptions', {
      endpoint: `https://fcm.googleapis.com/${name}`,
      keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) },
      language: 'en',
    })
    await trackTime(db, user.user.id, {
      project,
      task,
      tags: [tag],
      worked: [['2026-03-01T09:00Z', '2026-03-01T10:00Z']],
    })
    await overrideSession(db, user.user.id, 'run#0', 'edited')
    await user.post('/time-entries/start', { project })
  }
  const ann = await db.selectFrom('users').select('id').where('name', '=', 'Ann').executeTakeFirstOrThrow()
  await db.deleteFrom('users').where('id', '=', ann.id).execute()
  for (const table of OWNED_TABLES) {
    const owners = await db.selectFrom(table).select('user_id').execute()
    expect(
      owners.map((row) => row.user_id === ann.id),
      table,
    ).toEqual([false])
  }
})

test('S10 the database itself lets no row of one user point at one of another', async () => {
  const { db, signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const client = (await ann.post('/clients', { name: 'c' })).json().data.id
  await bob.post('/projects', { name: 'p' })
  const stolen = db.updateTable('projects').set({ client_id: client }).where('user_id', '=', bob.user.id)
  await expect(stolen.execute()).rejects.toThrow(/foreign key/i)
})

test('of the time entries of a user one at most comes from each session', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  const worked: [string, string][] = [['2026-03-01T09:00Z', '2026-03-01T10:00Z']]
  for (let made = 0; made < 2; made++) await trackTime(db, ann.user.id, { project, worked })
  const twice = db.updateTable('time_entries').set({ session_key: 's' }).execute()
  await expect(twice).rejects.toThrow(/unique/i)
})
