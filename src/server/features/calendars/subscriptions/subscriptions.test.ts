import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { parseNetwork } from '#core/outbound/ip-address.ts'
import { createFetchOutside } from '#server/outbound/fetch-outside.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createSubscriptionReader } from './read-subscription.ts'
import { createCalendarRefresher } from './refresh-due-calendars.ts'

const event = (uid: string, day: string, title = 'Call') => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART:202603${day}T090000Z`,
  'DURATION:PT1H',
  `SUMMARY:${title}`,
  'END:VEVENT',
]
const calendar = (...events: string[][]) => ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
const TWO = calendar(event('a', '02'), event('b', '03'))

/** A calendar server, with the requests that it has received. */
async function startCalendarServer(listener: RequestListener) {
  const received: { etag: string | undefined }[] = []
  const server = createServer((request, response) => {
    received.push({ etag: request.headers['if-none-match'] })
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/work.ics`, received }
}

const ZONE = 'Europe/Madrid'
const WEEK = `from=2026-03-02&to=2026-03-08&zone=${ZONE}`

async function annWithServer(listener: RequestListener, environment: Record<string, string> = {}) {
  const server = await startCalendarServer(listener)
  const parts = await testApp({ OUTBOUND_NETWORKS: '127.0.0.0/8', ...environment })
  const ann = await parts.signUp('Ann')
  const draft = { name: 'Work', address: server.address, color: '#7c3aed', zone: ZONE }
  const add = (change: object = {}) => ann.post('/calendars', { ...draft, ...change })
  const events = async () =>
    (await ann.get(`/calendars/events?${WEEK}`)).json().data as { id: string; isUsed: boolean }[]
  const list = async () => (await ann.get('/calendars')).json().data
  const { db, clock, app, sessionSecret } = parts
  const now = () => clock.now
  const fetchOutside = createFetchOutside({ allowedNetworks: [parseNetwork('127.0.0.0/8')!] })
  const read = createSubscriptionReader({
    db,
    now,
    fetchOutside,
    cipher: createSecretCipher(sessionSecret, 'calendars'),
  })
  /** What the server does every minute. */
  const refresh = createCalendarRefresher({ db, now, read, log: app.log })
  return { ...parts, ...server, ann, draft, add, events, list, refresh }
}

const send =
  (text: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text)
  }

test('F39 a calendar is read when it is added; its address is stored encrypted and never told again', async () => {
  const { ann, db, address, add, events } = await annWithServer(send(TWO))
  const reply = await add()
  expect(reply.json().data).toMatchObject({
    name: 'Work',
    host: new URL(address).host,
    events: 2,
    problem: null,
    isVisible: true,
  })
  expect(await events()).toMatchObject([
    {
      title: 'Call',
      start: '2026-03-02T09:00:00.000Z',
      end: '2026-03-02T10:00:00.000Z',
      firstDay: null,
      isUsed: false,
    },
    { start: '2026-03-03T09:00:00.000Z' },
  ])
  const rows = JSON.stringify(await db.selectFrom('calendars').selectAll().execute())
  expect(rows).not.toContain('work.ics')
  expect((await ann.get('/calendars')).body).not.toContain('work.ics')
})

test('F39 the address of another account’s calendar does not open with this account', async () => {
  const { db, add, list, clock, refresh, signUp } = await annWithServer(send(TWO))
  await add()
  const bob = await signUp('Bob')
  const [row] = await db.selectFrom('calendars').selectAll().execute()
  await db
    .insertInto('calendars')
    .values({ ...row!, user_id: bob.user.id })
    .execute()
  clock.now += HOUR_MS
  await refresh()
  expect((await bob.get('/calendars')).json().data[0].problem).toBe('address-lost')
  expect((await list())[0].problem).toBeNull()
})

test('F40 a calendar is read again every hour, without its content if it has not changed, and completely once a day', async () => {
  let text = TWO
  const { clock, add, events, refresh, received } = await annWithServer((request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else send(text, { etag: '"1"' })(request, response)
  })
  await add()
  await refresh()
  expect(received).toHaveLength(1)
  clock.now += HOUR_MS
  await refresh()
  expect(received.at(-1)).toEqual({ etag: '"1"' })
  text = calendar(event('b', '04', 'Moved'))
  clock.now += DAY_MS
  await refresh()
  expect(received).toHaveLength(3)
  expect(received.at(-1)).toEqual({ etag: undefined })
  expect(await events()).toMatchObject([{ title: 'Moved', start: '2026-03-04T09:00:00.000Z' }])
})

// prettier-ignore
test.each<[problem: string, listener: RequestListener]>([
  ['not-found',      (_, response) => response.writeHead(404).end()],
  ['forbidden',      (_, response) => response.writeHead(401).end()],
  ['server-error',   (_, response) => response.writeHead(500).end()],
  ['moved',          (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['not-a-calendar', send('<!doctype html><title>Sign in</title>')],
  ['too-large',      send(`${TWO}${'x'.repeat(5 * 1024 * 1024)}`)],
  ['no-connection',  (request) => request.socket.destroy()],
])('F41 a calendar that cannot be read tells why: %s; its events stay, and it is tried less and less often', async (problem, fail) => {
  let listener = send(TWO)
  const { ann, clock, add, list, events, refresh, received } = await annWithServer((...pair) => listener(...pair))
  const { id } = (await add()).json().data
  listener = fail
  clock.now += HOUR_MS
  await refresh()
  expect((await list())[0]).toMatchObject({ problem, events: 2 })
  expect(await events()).toHaveLength(2)
  const tries = []
  for (let hour = 1; hour <= 7; hour += 1) {
    clock.now += HOUR_MS
    await refresh()
    tries.push(received.length - 2)
  }
  expect(tries).toEqual([1, 1, 2, 2, 2, 2, 3])
  listener = send(TWO)
  expect((await ann.post(`/calendars/${id}/refresh`)).json().data.problem).toBeNull()
})

// prettier-ignore
test.each([
  ['http://127.0.0.1:9/a.ics',       'address-not-allowed'],
  ['http://[::1]:9/a.ics',           'address-not-allowed'],
  ['http://169.254.169.254/latest',  'address-not-allowed'],
])('F41 %s leads into the server’s own network and is not read', async (address, problem) => {
  const { add } = await annWithServer(send(TWO), { OUTBOUND_NETWORKS: '' })
  expect((await add({ address })).json().data).toMatchObject({ problem, events: 0 })
})

// prettier-ignore
test.each(['', 'nothing', 'ftp://calendar.example.org/a.ics', 'https://ann:secret@calendar.example.org/a.ics', 'javascript:alert(1)'])(
  'F41 %j is no address of a calendar', async (address) => {
    const { add } = await annWithServer(send(TWO))
    const reply = await add({ address })
    expect([reply.statusCode, Object.keys(reply.json().details)]).toEqual([400, ['address']])
  },
)

test('F42 an event that became an entry is not offered again, until the entry is deleted', async () => {
  const { ann, add, events } = await annWithServer(send(TWO))
  await add()
  const project = (await ann.post('/projects', { name: 'Web' })).json().data.id
  const [{ id } = { id: '' }] = await events()
  const entry = { id, project, startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z', notes: 'Call' }
  expect((await ann.post('/time-entries', entry)).statusCode).toBe(201)
  const used = async () => (await events()).map(({ isUsed }) => isUsed)
  expect(await used()).toEqual([true, false])
  await ann.delete(`/time-entries/${id}`)
  expect(await used()).toEqual([false, false])
  expect((await ann.post('/time-entries', entry)).statusCode).toBe(201)
  expect(await used()).toEqual([true, false])
})

test('F42 an event that several calendars have is listed once, and hidden calendars list none', async () => {
  const { ann, add, events } = await annWithServer(send(TWO))
  const { id } = (await add()).json().data
  const other = (await add({ name: 'Copy' })).json().data
  expect(await events()).toHaveLength(2)
  await ann.put(`/calendars/${id}`, { isVisible: false })
  expect(await events()).toHaveLength(2)
  await ann.put(`/calendars/${other.id}`, { isVisible: false })
  expect(await events()).toEqual([])
})

test('F42 whole days are listed on their dates in every zone', async () => {
  const day = ['BEGIN:VEVENT', 'UID:d', 'DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260305', 'END:VEVENT']
  const { ann, add } = await annWithServer(send(calendar(day)))
  await add()
  const on = async (date: string, zone: string) =>
    (await ann.get(`/calendars/events?from=${date}&to=${date}&zone=${zone}`)).json().data.length
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect([
      await on('2026-03-02', zone),
      await on('2026-03-03', zone),
      await on('2026-03-04', zone),
      await on('2026-03-05', zone),
    ]).toEqual([0, 1, 1, 0])
})

test('F43 a file becomes a calendar that is read once', async () => {
  const { ann, app, events, clock, refresh } = await annWithServer(send(TWO))
  const upload = (payload: string | Buffer) =>
    app.inject({
      method: 'POST',
      url: `/api/calendars/files?name=File&color=%23112233&zone=${ZONE}`,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'text/calendar' },
      payload,
    })
  const { id, ...added } = (await upload(TWO)).json().data
  expect(added).toMatchObject({ host: null, events: 2, problem: null })
  expect(await events()).toHaveLength(2)
  clock.now += DAY_MS
  await refresh()
  expect((await ann.post(`/calendars/${id}/refresh`)).statusCode).toBe(409)
  expect((await upload('Start,End\n')).json().message).toContain('not a calendar')
  expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).statusCode).toBe(413)
})

test('F44 a calendar is changed, read from its new address, and removed with its events', async () => {
  const { ann, db, add, list, address } = await annWithServer((request, response) =>
    send(request.url === '/work.ics' ? TWO : calendar(event('c', '05')))(request, response),
  )
  const project = (await ann.post('/projects', { name: 'Web' })).json().data.id
  const { id } = (await add()).json().data
  const change = { name: 'Team', color: '#112233', project, address: address.replace('work', 'team') }
  expect((await ann.put(`/calendars/${id}`, change)).json().data).toMatchObject({ name: 'Team', project, events: 1 })
  await ann.delete(`/projects/${project}`)
  expect((await list())[0].project).toBeNull()
  await ann.delete(`/calendars/${id}`)
  expect(await db.selectFrom('calendar_events').select('id').execute()).toEqual([])
})

test('F44 calendars of users who are signed in nowhere are not read', async () => {
  const { ann, clock, add, refresh, received } = await annWithServer(send(TWO))
  await add()
  await ann.post('/users/logout')
  clock.now += HOUR_MS
  await refresh()
  expect(received).toHaveLength(1)
})
