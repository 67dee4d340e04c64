import { expect, onTestFinished, test } from 'vitest'
import type { Delivery, Webhook } from '#contract/integrations/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { EVENT_TYPES, type EventType } from '#core/webhooks/event-types.ts'
import { testApp, testMail } from '#server/testing/test-app.ts'
import { isSignedWith, startWebhookReceiver } from '#server/testing/outbound/webhook-receiver.ts'
import { createTimerDevice } from '#server/testing/timer-device.ts'

const LOOPBACK = { OUTBOUND_NETWORKS: '127.0.0.0/8' }
const TIMES = { startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' }

async function testReceiver() {
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.stop)
  return receiver
}

/** Ann, whose address is verified, and what she does with her webhooks. */
async function testWebhooks(settings: Record<string, string> = {}) {
  const server = await testApp({ ...LOOPBACK, ...settings })
  const ann = await server.signUp('Ann')
  await server.db.updateTable('users').set({ verified_at: 1 }).execute()
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const add = async (url: string, events: readonly EventType[] = EVENT_TYPES) =>
    (await ann.post('/webhooks', { url, events })).json().data as Webhook & { secret: string }
  const find = async (id: string) =>
    ((await ann.get('/webhooks')).json().data as Webhook[]).find((webhook) => webhook.id === id)!
  const log = async (id: string) => (await ann.get(`/webhooks/${id}/deliveries`)).json().data as Delivery[]
  const deliver = () => server.app.webhooks.deliver()
  /** Delivers until a webhook has nothing to do, as the job does it. */
  const deliverUntilIdle = async (id: string, waiting = 0) => {
    await deliver()
    const readClaim = async () => {
      const query = server.db.selectFrom('webhooks').select('claimed_until').where('id', '=', id)
      return [(await query.executeTakeFirstOrThrow()).claimed_until, (await find(id)).waiting]
    }
    await expect.poll(readClaim).toEqual([null, waiting])
  }
  return { ...server, ann, make, add, find, log, deliver, deliverUntilIdle }
}

test('J22 every change of entries and of the catalogue is told once, in order, with the item as the API shows it', async () => {
  const receiver = await testReceiver()
  const { ann, make, add, deliverUntilIdle } = await testWebhooks()
  const { id } = await add(receiver.url)
  const client = await make('/clients', { name: 'Client' })
  const project = await make('/projects', { name: 'Project', client })
  const task = await make('/tasks', { name: 'Task', project })
  const tag = await make('/tags', { name: 'Tag' })
  const entry = await make('/time-entries', { project, task, tags: [tag], notes: 'one', ...TIMES })
  const changed = (await ann.put(`/time-entries/${entry}`, { notes: 'two' })).json().data
  await ann.post('/time-entries/bulk-update', { ids: [entry], change: { notes: 'three' } })
  await ann.put(`/tags/${tag}`, { name: 'Another' })
  const trash = '0197a000-0000-4000-8000-000000000001'
  await ann.delete(`/time-entries/${entry}?trash=${trash}`)
  await ann.post(`/trash/${trash}/restore`)
  await ann.post('/time-entries/bulk-delete', { ids: [entry] })
  for (const path of [`/tags/${tag}`, `/tasks/${task}`, `/projects/${project}`, `/clients/${client}`])
    await ann.delete(path)
  await deliverUntilIdle(id)
  // prettier-ignore
  expect(receiver.types()).toEqual([
    'client.created', 'project.created', 'task.created', 'tag.created', 'time_entry.created', 'time_entry.updated',
    'time_entry.updated', 'tag.updated', 'time_entry.deleted', 'time_entry.created', 'trash.restored',
    'time_entry.deleted', 'tag.deleted', 'task.deleted', 'project.deleted', 'client.deleted',
  ])
  expect(receiver.received[5]!.data).toEqual(changed)
  expect(receiver.received.at(-1)!.data).toEqual({ id: client })
  expect(new Set(receiver.received.map((event) => event.id)).size).toBe(receiver.received.length)
})

test('J22 the timer tells what it does, also when a phase ends by itself', async () => {
  const receiver = await testReceiver()
  const { ann, make, add, app, clock, deliverUntilIdle } = await testWebhooks()
  const project = await make('/projects', { name: 'Project' })
  const { id } = await add(
    receiver.url,
    EVENT_TYPES.filter((type) => /timer|entry/.test(type)),
  )
  const device = createTimerDevice(ann, clock)
  device.start(project)
  await device.send()
  clock.now += 5 * MINUTE_MS
  device.act({ type: 'pause' })
  await device.send()
  clock.now += 5 * MINUTE_MS
  device.act({ type: 'resume' })
  await device.send()
  clock.now += 21 * MINUTE_MS
  await app.timer.advanceDue()
  await device.load()
  device.act({ type: 'stop', save: true, phase: 1 })
  await device.send()
  await deliverUntilIdle(id)
  // prettier-ignore
  expect(receiver.types().toSorted()).toEqual([
    'time_entry.created', 'timer.paused', 'timer.phase_ended', 'timer.resumed', 'timer.started', 'timer.stopped',
  ])
})

test('J22 a failed change tells nothing, and users without webhooks store nothing', async () => {
  const { ann, make, add, find, db, signUp } = await testWebhooks()
  const { id } = await add('http://127.0.0.1:1024/', ['project.created'])
  expect((await ann.post('/projects', { name: 'p', client: '0197a000-0000-4000-8000-000000000002' })).statusCode).toBe(
    404,
  )
  await make('/tags', { name: 'not wanted' })
  expect((await find(id)).waiting).toBe(0)
  const bob = await signUp('Bob')
  await bob.post('/projects', { name: 'p' })
  expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  await make('/projects', { name: 'wanted' })
  expect((await find(id)).waiting).toBe(1)
})

test('J23 a request is signed as Standard Webhooks says, by the former secret too for a day after a change', async () => {
  const receiver = await testReceiver()
  const { ann, add, make, clock, db, deliverUntilIdle } = await testWebhooks()
  const { id, secret } = await add(receiver.url)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret: newSecret } = (await ann.post(`/webhooks/${id}/secret`)).json().data
  await make('/tags', { name: 'a' })
  await deliverUntilIdle(id)
  clock.now += DAY_MS + 1
  await make('/tags', { name: 'b' })
  await deliverUntilIdle(id)
  const [first, second] = receiver.received
  expect([isSignedWith(secret, first!), isSignedWith(newSecret, first!)]).toEqual([true, true])
  expect([isSignedWith(secret, second!), isSignedWith(newSecret, second!)]).toEqual([false, true])
  expect(isSignedWith(newSecret, { ...second!, body: `${second!.body} ` })).toBe(false)
  expect(second!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': second!.id })
  expect(Number(second!.headers['webhook-timestamp'])).toBe(Math.floor(clock.now / 1_000))
  expect(JSON.stringify(await db.selectFrom('webhooks').selectAll().execute())).not.toContain(newSecret.slice(6))
})

test('J24 a later event waits for an earlier one that fails, and other webhooks do not', async () => {
  const [failing, working] = [await testReceiver(), await testReceiver()]
  const { add, make, find, clock, deliver, deliverUntilIdle } = await testWebhooks()
  const [bad, good] = [await add(failing.url), await add(working.url)]
  failing.replyStatus(500, 'out of order')
  await make('/tags', { name: 'a' })
  await make('/tags', { name: 'b' })
  await deliverUntilIdle(good.id)
  await deliverUntilIdle(bad.id, 2)
  expect(working.received).toHaveLength(2)
  expect(failing.received).toHaveLength(1)
  expect(await find(bad.id)).toMatchObject({ state: 'failing', waiting: 2 })
  await deliver()
  expect(failing.received).toHaveLength(1)
  failing.answerWith((reply) => reply.end())
  clock.now += 6_000
  await deliverUntilIdle(bad.id)
  expect(failing.received.map(({ id }) => id)).toEqual(
    [working.received[0], ...working.received].map((event) => event!.id),
  )
  expect(await find(bad.id)).toMatchObject({ state: 'working', waiting: 0, failingSince: null })
})

test('J25 after a day of failures a webhook is paused and its owner told; resumed, it sends what waits', async () => {
  const mail = await testMail()
  const receiver = await testReceiver()
  const { app, ann, add, make, find, clock, deliverUntilIdle } = await testWebhooks(mail.settings)
  await app.mail.deliver()
  const { id } = await add(receiver.url, ['tag.created'])
  receiver.replyStatus(503)
  await make('/tags', { name: 'a' })
  for (let hour = 0; hour <= 24; hour += 1) {
    await deliverUntilIdle(id, 1)
    clock.now += HOUR_MS
  }
  expect(await find(id)).toMatchObject({ state: 'paused', pauseReason: 'failed', waiting: 1 })
  await app.mail.deliver()
  expect(mail.mails.at(-1)).toMatchObject({
    subject: 'Your webhook to 127.0.0.1 is paused'.replace('127.0.0.1', new URL(receiver.url).host),
  })
  await make('/tags', { name: 'while paused' })
  const attempts = receiver.received.length
  await deliverUntilIdle(id, 1)
  expect(receiver.received).toHaveLength(attempts)
  receiver.answerWith((reply) => reply.end())
  expect((await ann.post(`/webhooks/${id}/resume`)).json().data).toMatchObject({ state: 'working' })
  await deliverUntilIdle(id)
  expect(receiver.received.slice(attempts).map(({ data }) => data['name'])).toEqual(['a'])
})

test('J25 a receiver that replies 410 is sent nothing more', async () => {
  const receiver = await testReceiver()
  const { add, make, find, deliverUntilIdle } = await testWebhooks()
  const { id } = await add(receiver.url)
  receiver.replyStatus(410)
  await make('/tags', { name: 'a' })
  await deliverUntilIdle(id, 1)
  expect(await find(id)).toMatchObject({ state: 'paused', pauseReason: 'gone' })
})

test('J26 a test and an event that is sent again go out at once and once, before what waits, with the same id', async () => {
  const receiver = await testReceiver()
  const { ann, add, make, log, deliverUntilIdle } = await testWebhooks()
  const { id } = await add(receiver.url, ['tag.created'])
  receiver.replyStatus(500, `<b>${'x'.repeat(5_000)}\0`)
  await make('/tags', { name: 'a' })
  await deliverUntilIdle(id, 1)
  await ann.post(`/webhooks/${id}/test`)
  await deliverUntilIdle(id, 1)
  expect(receiver.types()).toEqual(['tag.created', 'webhook.test'])
  const [tested, waiting] = await log(id)
  expect(tested).toMatchObject({ state: 'failed', isManual: true, attempts: 1, status: 500 })
  expect(waiting).toMatchObject({ state: 'waiting', isManual: false, attempts: 1, status: 500, failure: null })
  expect(waiting!.reply).toHaveLength(300)
  receiver.answerWith((reply) => reply.end('thanks'))
  await ann.post(`/webhooks/${id}/deliveries/${waiting!.position}/resend`)
  await deliverUntilIdle(id)
  expect(receiver.types()).toEqual(['tag.created', 'webhook.test', 'tag.created', 'tag.created'])
  expect(new Set(receiver.received.filter(({ type }) => type === 'tag.created').map((event) => event.id)).size).toBe(1)
  expect((await log(id)).map(({ state, reply }) => [state, reply])).toContainEqual(['delivered', 'thanks'])
})

test('J26 a test goes out even if the webhook is paused right after it was asked for', async () => {
  const receiver = await testReceiver()
  const { ann, add, make, find, deliverUntilIdle } = await testWebhooks()
  const { id } = await add(receiver.url, ['tag.created'])
  await make('/tags', { name: 'a' })
  await ann.post(`/webhooks/${id}/test`)
  await ann.post(`/webhooks/${id}/pause`)
  await deliverUntilIdle(id, 1)
  expect(receiver.types()).toEqual(['webhook.test'])
  expect(await find(id)).toMatchObject({ state: 'paused', waiting: 1 })
})

test('J27 too many waiting events drop the oldest, and the webhook tells how many', async () => {
  const { ann, add, make, find, log, db } = await testWebhooks()
  const { id } = await add('http://127.0.0.1:1024/', ['time_entry.updated'])
  const project = await make('/projects', { name: 'p' })
  const ids: string[] = []
  for (let day = 1; day <= 25; day += 1) {
    const date = `2026-01-${String(day).padStart(2, '0')}`
    ids.push(await make('/time-entries', { project, startTime: `${date}T09:00:00Z`, endTime: `${date}T10:00:00Z` }))
  }
  for (let round = 0; round < 90; round += 1)
    await ann.post('/time-entries/bulk-update', { ids, change: { notes: `round ${round}` } })
  expect(await find(id)).toMatchObject({ waiting: 2_000, dropped: 250 })
  expect((await log(id)).every(({ state }) => state === 'waiting')).toBe(true)
  const countStored = async () => (await db.selectFrom('webhook_deliveries').select('position').execute()).length
  expect(await countStored()).toBe(2_100)
  await ann.post(`/webhooks/${id}/resume`, { waiting: 'drop' })
  expect(await find(id)).toMatchObject({ waiting: 0, dropped: 0 })
  expect(await countStored()).toBe(100)
})

// prettier-ignore
test.each([
  ['http://10.0.0.5/',              'Webhooks cannot reach this network. The operator of this site can allow it.'],
  ['http://localhost:25/',          'This address cannot be used: only public addresses over http or https, without user and password'],
  ['https://user:pass@example.org', 'This address cannot be used: only public addresses over http or https, without user and password'],
  ['ftp://example.org/',            'An address looks like https://example.org/hook'],
  ['example.org',                   'An address looks like https://example.org/hook'],
])('J28 a webhook to %s is refused: %s', async (url, problem) => {
  const { ann } = await testWebhooks()
  const reply = await ann.post('/webhooks', { url, events: ['tag.created'] })
  expect([reply.statusCode, reply.json().details]).toEqual([400, { url: problem }])
})

test('J28 webhooks need a verified address, and an account has at most ten', async () => {
  const { ann, add, db } = await testWebhooks()
  for (let index = 0; index < 10; index += 1) await add('https://example.org/hook')
  const draft = { url: 'https://example.org/hook', events: ['tag.created'] }
  expect((await ann.post('/webhooks', draft)).json().details).toEqual({ webhooks: expect.stringContaining('10') })
  await db.updateTable('users').set({ verified_at: null }).execute()
  expect((await ann.post('/webhooks', draft)).statusCode).toBe(403)
})

test('J29 the name of a private network is not reached either, and the log says so', async () => {
  const { ann, add, make, log, deliverUntilIdle } = await testWebhooks({ OUTBOUND_NETWORKS: '' })
  const { id } = await add('http://localhost:8080/', ['tag.created'])
  await make('/tags', { name: 'a' })
  await deliverUntilIdle(id, 1)
  expect((await log(id))[0]).toMatchObject({ state: 'waiting', status: null, failure: 'address-not-allowed' })
  expect((await ann.delete(`/webhooks/${id}`)).statusCode).toBe(200)
})

test('J31 a new webhook is in the security log and mailed, and “This was not me” removes it', async () => {
  const mail = await testMail()
  const { app, ann, post, add, find } = await testWebhooks(mail.settings)
  await app.mail.deliver()
  mail.mails.length = 0
  const { id } = await add('https://example.org/hook')
  expect((await ann.get('/users/security-events')).json().data[0]).toMatchObject({ kind: 'webhook-made' })
  await app.mail.deliver()
  const [made] = mail.mails
  expect(made!.subject).toContain('webhook')
  expect(await find(id)).toBeDefined()
  expect((await post('/users/not-me', { token: made!.link.slice(made!.link.lastIndexOf('/') + 1) })).statusCode).toBe(
    200,
  )
  expect((await post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })).statusCode).toBe(200)
  const again = (await post('/users/login', { email: 'ann@example.org', password: 'Correct horse 1' })).json().data
    .token
  const left = await app.inject({ url: '/api/webhooks', headers: { authorization: `Bearer ${again}` } })
  expect(left.json().data).toEqual([])
})
