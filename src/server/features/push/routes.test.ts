import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'
const at = (path: string) => `https://fcm.googleapis.com/fcm/send/${path}`
const draft = (path: string, language = 'en') => ({
  endpoint: at(path),
  keys: { p256dh: P256DH, auth: AUTH },
  language,
})

async function annAndBob() {
  const parts = await testApp()
  const [ann, bob] = [await parts.signUp('Ann'), await parts.signUp('Bob')]
  const list = async (user: typeof ann) =>
    (await user.get('/push/subscriptions')).json().data.map(({ endpoint }: { endpoint: string }) => endpoint)
  return { ...parts, ann, bob, list }
}

test('P4 subscribing the same browser again replaces its subscription', async () => {
  const { ann, db } = await annAndBob()
  const first = await ann.post('/push/subscriptions', draft('a'))
  expect(first.statusCode).toBe(201)
  expect(first.json().data).toEqual({ endpoint: at('a'), language: 'en' })
  const keys = { p256dh: P256DH, auth: AUTH.replace('BTB', 'CTB') }
  expect((await ann.post('/push/subscriptions', { ...draft('a', 'tr'), keys })).statusCode).toBe(201)
  expect((await ann.get('/push/subscriptions')).json().data).toEqual([{ endpoint: at('a'), language: 'tr' }])
  const rows = await db.selectFrom('push_subscriptions').select('auth').execute()
  expect(rows).toEqual([{ auth: keys.auth }])
})

test('P4 concurrent requests for one browser create one subscription', async () => {
  const { ann, list } = await annAndBob()
  const replies = await Promise.all(Array.from({ length: 10 }, () => ann.post('/push/subscriptions', draft('a'))))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
  expect(await list(ann)).toEqual([at('a')])
})

test('P4 a user can neither see nor end the subscription of another', async () => {
  const { ann, bob, list } = await annAndBob()
  await ann.post('/push/subscriptions', draft('a'))
  expect(await list(bob)).toEqual([])
  expect((await bob.delete('/push/subscriptions', { endpoint: at('a') })).json()).toEqual({ ok: true, data: null })
  expect(await list(ann)).toEqual([at('a')])
  expect((await ann.delete('/push/subscriptions', { endpoint: at('a') })).json()).toEqual({ ok: true, data: null })
  expect(await list(ann)).toEqual([])
})

test('P4 a browser belongs to the user who subscribed last, and to nobody before', async () => {
  const { ann, bob, list } = await annAndBob()
  await ann.post('/push/subscriptions', draft('a'))
  await ann.post('/push/subscriptions', draft('b'))
  await bob.post('/push/subscriptions', draft('a'))
  expect([await list(ann), await list(bob)]).toEqual([[at('b')], [at('a')]])
})

test('P4 ending a session deletes its subscriptions, and no others', async () => {
  const { ann, list, post, app, clock } = await annAndBob()
  await ann.post('/push/subscriptions', draft('here'))
  clock.now += 1_000
  const { token } = (await post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })).json().data
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ method: 'POST', url: '/api/push/subscriptions', headers, payload: draft('there') })
  expect(await list(ann)).toEqual([at('there'), at('here')])
  await ann.delete('/users/sessions')
  expect(await list(ann)).toEqual([at('here')])
})

test('P4 of more than twenty browsers the oldest subscriptions are deleted', async () => {
  const { ann, list, clock } = await annAndBob()
  for (let made = 0; made < 22; made++) {
    clock.now += 1_000
    if (made === 20) await ann.post('/push/subscriptions', draft('0'))
    await ann.post('/push/subscriptions', draft(String(made)))
  }
  const endpoints = await list(ann)
  expect(endpoints).toHaveLength(20)
  expect(endpoints).toContain(at('0'))
  expect(endpoints).not.toContain(at('1'))
  expect(endpoints).not.toContain(at('2'))
})

// prettier-ignore
test.each([
  ['endpoint',    { endpoint: 'http://169.254.169.254/latest' },        'The push service of this browser is not known here'],
  ['endpoint',    { endpoint: 'https://fcm.googleapis.com:22/a' },      'The push service of this browser is not known here'],
  ['endpoint',    { endpoint: '' },                                     'This field is required'],
  ['endpoint',    { endpoint: at('x'.repeat(2_000)) },                  'At most 2000 characters'],
  ['endpoint',    { endpoint: undefined },                              'This field is required'],
  ['language',    { language: 'de' },                                   'This value is not valid'],
  ['keys',        { keys: undefined },                                  'This field is required'],
  ['keys.auth',   { keys: { p256dh: P256DH, auth: `${AUTH}AA` } },      'This value is not valid'],
  ['keys.auth',   { keys: { p256dh: P256DH, auth: AUTH.slice(1) } },    'This value is not valid'],
  ['keys.auth',   { keys: { p256dh: P256DH, auth: `${AUTH}==` } },      'This value is not valid'],
  ['keys.p256dh', { keys: { p256dh: P256DH.slice(1), auth: AUTH } },    'This value is not valid'],
  ['keys.p256dh', { keys: { p256dh: `C${P256DH.slice(1)}`, auth: AUTH } }, 'This value is not valid'],
  ['keys.p256dh', { keys: { p256dh: P256DH.replace('_', '+'), auth: AUTH } }, 'This value is not valid'],
])('P2 a subscription with an invalid %s is refused (%j)', async (field, change, sentence) => {
  const { ann, list } = await annAndBob()
  const reply = await ann.post('/push/subscriptions', { ...draft('a'), ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ [field]: sentence })
  expect(await list(ann)).toEqual([])
})
