import { expect, test } from 'vitest'
import { overrideSession } from '#server/features/time-entries/queries.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

test('an address takes one value for each part of its query', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  const twice = `projectId=${project}`
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
