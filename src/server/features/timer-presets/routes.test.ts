import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const settings = { workDuration: 40, breakDuration: 10, repetitions: 3 }

test('K8 the timer’s settings are stored as one preset', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const first = await ann.post('/timer-presets/sync-settings', settings)
  expect(first.statusCode).toBe(200)
  expect(first.json().data).toMatchObject({ name: 'Default Settings', ...settings, user: ann.user.id })
  const second = await ann.post('/timer-presets/sync-settings', { ...settings, workDuration: 45 })
  expect(second.json().data).toEqual({ ...first.json().data, workDuration: 45 })
  expect((await ann.get('/timer-presets')).json().data).toEqual([second.json().data])
})

test('K8 twenty concurrent saves of the settings create one preset', async () => {
  const { db, signUp } = await testApp()
  const [ann, bob] = [await signUp('Ann'), await signUp('Bob')]
  const calls = Array.from({ length: 20 }, (_, index) => ({ ...settings, workDuration: 20 + index }))
  const replies = await Promise.all(
    calls.flatMap((body) => [ann, bob].map((user) => user.post('/timer-presets/sync-settings', body))),
  )
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
  const rows = await db.selectFrom('timer_presets').select('user_id').execute()
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([ann.user.id, bob.user.id]))
})

test.each(['workDuration', 'breakDuration', 'repetitions'])('K8 the settings need their %s', async (field) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const reply = await ann.post('/timer-presets/sync-settings', { ...settings, [field]: undefined })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: 'This field is required' })
})

/** The order in which a client of the specification looks for the preset to start with. */
const PREFERRED = ['Default Settings', '52/17', 'Pomodoro', '']

test('K8 a client that loads the presets, selects one and syncs it leaves the stored settings as they are', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  await ann.post('/initial-data')
  const stored = { workDuration: 30, breakDuration: 6, repetitions: 3 }
  await ann.post('/timer-presets/sync-settings', stored)
  for (const _visit of ['first', 'second']) {
    const presets: ({ name: string } & typeof stored)[] = (await ann.get('/timer-presets')).json().data
    const [selected] = PREFERRED.flatMap((part) => presets.find(({ name }) => name.includes(part)) ?? [])
    const { workDuration, breakDuration, repetitions } = selected!
    const synced = await ann.post('/timer-presets/sync-settings', { workDuration, breakDuration, repetitions })
    expect(synced.json().data).toMatchObject(stored)
  }
})

// prettier-ignore
test.each([
  ['its own name and other durations', { name: 'Default Settings', ...settings }, 200, undefined],
  ['other durations',                  { breakDuration: 0 },                      200, undefined],
  ['another name',                     { name: 'Mine' },                          400, 'This preset cannot be renamed'],
  ['its name in lower case',           { name: 'default settings' },              400, 'This preset cannot be renamed'],
])('K8 the timer’s settings, changed as a preset to %s, are answered %3$s', async (_what, change, status, problem) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const { id } = (await ann.post('/timer-presets/sync-settings', settings)).json().data
  const reply = await ann.put(`/timer-presets/${id}`, change)
  expect([reply.statusCode, reply.json().details?.name]).toEqual([status, problem])
  const { data: listed } = (await ann.get('/timer-presets')).json()
  expect(listed).toMatchObject([{ id, ...settings, ...(status === 200 && change), name: 'Default Settings' }])
})

test('K8 the timer’s settings can be deleted as a preset, and are stored again with the next change', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const { id } = (await ann.post('/timer-presets/sync-settings', settings)).json().data
  expect((await ann.delete(`/timer-presets/${id}`)).statusCode).toBe(200)
  expect((await ann.get('/timer-presets')).json().data).toEqual([])
  await ann.post('/timer-presets/sync-settings', settings)
  expect((await ann.get('/timer-presets')).json().data).toMatchObject([{ name: 'Default Settings', ...settings }])
})

const longBreak = { duration: 20, every: 3 }

test('K8 a preset may have a long break, and is as before without one', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const plain = (await ann.post('/timer-presets', { name: 'Plain', ...settings })).json().data
  expect(plain).not.toHaveProperty('longBreak')
  const { id } = (await ann.post('/timer-presets', { name: 'Long', ...settings, longBreak })).json().data
  const read = async () => (await ann.get(`/timer-presets/${id}`)).json().data
  expect(await read()).toMatchObject({ ...settings, longBreak })
  await ann.put(`/timer-presets/${id}`, { workDuration: 50 })
  expect(await read()).toMatchObject({ workDuration: 50, longBreak })
  await ann.put(`/timer-presets/${id}`, { longBreak: null })
  expect(await read()).not.toHaveProperty('longBreak')
})

test('K8 a client that knows no long breaks keeps that of the timer’s settings', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const sync = async (body: object) => (await ann.post('/timer-presets/sync-settings', body)).json().data
  expect(await sync({ ...settings, longBreak })).toMatchObject({ longBreak })
  expect(await sync({ ...settings, workDuration: 45 })).toMatchObject({ workDuration: 45, longBreak })
  expect(await sync({ ...settings, longBreak: null })).not.toHaveProperty('longBreak')
})

// prettier-ignore
test.each([
  ['too short',        { duration: 0, every: 3 }],
  ['too long',         { duration: 121, every: 3 }],
  ['after each one',   { duration: 20, every: 1 }],
  ['without a number', { duration: 20 }],
])('K8 a long break that is %s is refused', async (_what, longBreak) => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  expect((await ann.post('/timer-presets', { name: 'x', ...settings, longBreak })).statusCode).toBe(400)
})
