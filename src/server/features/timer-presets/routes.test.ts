import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const settings = { workDuration: 40, breakDuration: 10, repetitions: 3 }

test('K8 the timer’s settings are stored as one preset, which is not listed', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const first = await ann.post('/timer-presets/sync-settings', settings)
  expect(first.statusCode).toBe(200)
  expect(first.json().data).toMatchObject({ name: 'Default Settings', ...settings, user: ann.user.id })
  const second = await ann.post('/timer-presets/sync-settings', { ...settings, workDuration: 45 })
  expect(second.json().data).toEqual({ ...first.json().data, workDuration: 45 })
  expect((await ann.get('/timer-presets')).json().data).toEqual([])
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
