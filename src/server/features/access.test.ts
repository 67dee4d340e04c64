import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

test('a query parameter that is given twice is refused', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  const twice = `projectId=${project}`
  expect((await ann.get(`/tasks?${twice}`)).statusCode).toBe(200)
  expect((await ann.get(`/tasks?${twice}&${twice}`)).json().details).toHaveProperty('projectId')
  expect((await ann.get('/activity?by=tag&by=task&zone=UTC')).json().details).toHaveProperty('by')
})

test('S10 foreign keys forbid a row of one user to reference one of another', async () => {
  const { db, signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const client = (await ann.post('/clients', { name: 'c' })).json().data.id
  await bob.post('/projects', { name: 'p' })
  const stolen = db.updateTable('projects').set({ client_id: client }).where('user_id', '=', bob.user.id)
  await expect(stolen.execute()).rejects.toThrow(/foreign key/i)
})

test('a unique index allows one time entry for each focus session', async () => {
  const { db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id
  const worked: [string, string][] = [['2026-03-01T09:00Z', '2026-03-01T10:00Z']]
  for (let made = 0; made < 2; made++) await trackTime(db, ann.user.id, { project, worked })
  const twice = db.updateTable('time_entries').set({ focus_session_key: 's' }).execute()
  await expect(twice).rejects.toThrow(/unique/i)
})
