import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { testApp } from '#server/testing/test-app.ts'

async function annWithFeed(draft: object = {}, environment: Record<string, string> = {}) {
  const parts = await testApp({ PUBLIC_URL: 'https://ritmo.example.org', ...environment })
  const ann = await parts.signUp('Ann')
  await parts.db.updateTable('users').set({ verified_at: 1 }).execute()
  const client = (await ann.post('/clients', { name: 'Acme' })).json().data.id as string
  const project = (await ann.post('/projects', { name: 'Web', color: '#dc2626', client })).json().data.id as string
  const other = (await ann.post('/projects', { name: 'Home' })).json().data.id as string
  const { data: feed } = (await ann.post('/calendar-feeds', { name: 'Mine', ...draft })).json()
  const fetchAt = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    parts.app.inject({ method, url: new URL(address).pathname, headers })
  const track = (fields: object) =>
    ann.post('/time-entries', {
      project,
      startTime: '2026-03-01T09:00:00Z',
      endTime: '2026-03-01T10:00:00Z',
      ...fields,
    })
  const read = (headers?: Record<string, string>) => fetchAt(feed.address, headers)
  return { ...parts, ann, client, project, other, feed, fetchAt, track, read }
}

/** A value, which may have parameters. */
const textOf = (value: string | { val: string }) => (typeof value === 'string' ? value : value.val)

/** The events of a calendar, as two programs of different authors read them. */
function readWithBoth(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const first = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const { uid, summary, description } = event
    const categories = (component.getFirstProperty('categories')?.getValues() ?? []) as string[]
    const [start, end] = [event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()]
    return { uid, summary, description: description || undefined, start, end, categories }
  })
  const parsed = Object.values(nodeIcal.sync.parseICS(text)).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []))
  const second = parsed.map((event) => ({
    uid: event.uid,
    summary: textOf(event.summary),
    description: event.description === undefined ? undefined : textOf(event.description),
    start: event.start.toISOString(),
    end: event.end?.toISOString(),
    categories: event.categories ?? [],
  }))
  expect(second).toEqual(first)
  return first
}

const HARD = 'One, two; three \\ four\nBEGIN:VEVENT\r\nÇalışma 😀 ' + 'long '.repeat(40).trimEnd()

test('F30 two independent programs read the same from a feed: titles, notes, times and tags', async () => {
  const { ann, project, track, read } = await annWithFeed()
  const task = (await ann.post('/tasks', { name: 'Draft', project })).json().data.id
  const tag = (await ann.post('/tags', { name: 'deep work' })).json().data.id
  const { id } = (await track({ task, notes: HARD, tags: [tag] })).json().data
  const reply = await read()
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(readWithBoth(reply.body)).toEqual([
    {
      uid: id,
      summary: 'Web · Draft',
      description: HARD.replaceAll('\r\n', '\n'),
      start: '2026-03-01T09:00:00.000Z',
      end: '2026-03-01T10:00:00.000Z',
      categories: ['deep work'],
    },
  ])
})

test('F32 a feed has the entries of its clients and projects and of its period, with notes only if it shows them', async () => {
  const { ann, client, project, other, feed, track, read } = await annWithFeed({ days: 10, hasNotes: false })
  await track({ notes: 'Secret' })
  await track({ project: other, startTime: '2026-02-20T12:00:00Z', endTime: '2026-02-20T13:00:00Z' })
  await track({ startTime: '2026-02-10T09:00:00Z', endTime: '2026-02-10T10:00:00Z' })
  const titles = async (change: object) => {
    await ann.put(`/calendar-feeds/${feed.id}`, change)
    return readWithBoth((await read()).body).map(({ summary, description = '' }) => summary + description)
  }
  expect(await titles({})).toEqual(['Web', 'Home'])
  expect(await titles({ projects: [other] })).toEqual(['Home'])
  expect(await titles({ projects: [other], clients: [client] })).toEqual(['Web', 'Home'])
  expect(await titles({ projects: [project], clients: [], hasNotes: true })).toEqual(['WebSecret'])
  await ann.delete(`/projects/${project}`)
  expect(await titles({})).toEqual([])
})

test('F32 an entry with pauses tells the time of work, and the running session is there until now', async () => {
  const { ann, clock, project, track, read } = await annWithFeed()
  await track({ duration: 1_200_000 })
  await ann.post('/time-entries/start', { project })
  clock.now += 10 * 60_000
  const [running, entry] = readWithBoth((await read()).body)
  expect(running).toMatchObject({
    summary: 'Web (running)',
    start: '2026-03-02T09:00:00.000Z',
    end: '2026-03-02T09:10:00.000Z',
  })
  expect(entry?.description).toBe('Worked: 20 min')
})

test('F33 a feed that has not changed replies 304, and every change of what it shows ends that', async () => {
  const { ann, clock, project, track, read, fetchAt, feed } = await annWithFeed()
  const { id } = (await track({})).json().data
  const tag = (await ann.post('/tags', { name: 'deep' })).json().data.id
  let etag = String((await read()).headers.etag)
  const isUnchanged = async () => {
    const reply = await read({ 'if-none-match': `W/${etag}, "x"` })
    if (reply.statusCode === 304) expect(reply.body).toBe('')
    etag = String(reply.headers.etag)
    return reply.statusCode === 304
  }
  expect(await isUnchanged()).toBe(true)
  const head = await fetchAt(feed.address, {}, 'HEAD')
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, ''])
  const changes = [
    () => ann.put(`/time-entries/${id}`, { notes: 'Changed' }),
    () => ann.put(`/time-entries/${id}`, { tags: [tag] }),
    () => ann.put(`/tags/${tag}`, { name: 'shallow' }),
    () => ann.put(`/projects/${project}`, { name: 'Web shop' }),
    () => ann.put(`/calendar-feeds/${feed.id}`, { name: 'Other' }),
    () => ann.post('/time-entries/start', { project }),
    () => ann.post('/time-entries/stop'),
    () => ann.delete(`/time-entries/${id}`),
  ]
  for (const [index, change] of changes.entries()) {
    clock.now += 60_000
    expect((await change()).statusCode, String(index)).toBeLessThan(300)
    expect(await isUnchanged(), String(index)).toBe(false)
    expect(await isUnchanged(), String(index)).toBe(true)
  }
})

test('F34 an address is told once; a new one ends the old one at once, and so does deleting the feed', async () => {
  const { ann, db, feed, fetchAt } = await annWithFeed()
  const [listed] = (await ann.get('/calendar-feeds')).json().data
  expect(listed).not.toHaveProperty('address')
  expect((await ann.post('/calendar-feeds', { id: feed.id, name: 'Again' })).json().data).toMatchObject({
    name: 'Mine',
    address: null,
  })
  const secret = feed.address.match(/([\w-]{43})\.ics$/)[1]
  const stored = JSON.stringify([
    await db.selectFrom('calendar_feeds').selectAll().execute(),
    await db.selectFrom('user_lookups').selectAll().execute(),
  ])
  expect(stored).not.toContain(secret)
  const { address } = (await ann.post(`/calendar-feeds/${feed.id}/address`)).json().data
  expect([(await fetchAt(feed.address)).statusCode, (await fetchAt(address)).statusCode]).toEqual([404, 200])
  await ann.delete(`/calendar-feeds/${feed.id}`)
  expect((await fetchAt(address)).statusCode).toBe(404)
  expect(await db.selectFrom('user_lookups').select('key').where('kind', '=', 'calendar-feed').execute()).toEqual([])
})

test('F34 a feed tells when it was read last', async () => {
  const { ann, clock, read } = await annWithFeed()
  const fetchedAt = async () => (await ann.get('/calendar-feeds')).json().data[0].fetchedAt
  expect(await fetchedAt()).toBeNull()
  await read()
  expect(await fetchedAt()).toBe(new Date(clock.now).toISOString())
})

test('F35 only an account with a verified address has feeds, and a disabled one has none that work', async () => {
  const { ann, db, feed, read } = await annWithFeed()
  const users = (change: object) => db.updateTable('users').set(change).execute()
  await users({ disabled_at: 1 })
  expect((await read()).statusCode).toBe(404)
  await users({ disabled_at: null, verified_at: null })
  expect((await read()).statusCode).toBe(404)
  expect((await ann.post('/calendar-feeds', { name: 'More' })).statusCode).toBe(403)
  expect((await ann.post(`/calendar-feeds/${feed.id}/address`)).statusCode).toBe(403)
})

test('F35 readings of one feed and guesses of one network are limited', async () => {
  const { fetchAt, read, feed } = await annWithFeed({}, { RATE_LIMITS: 'calendar-feed=2/1h,calendar-guess=2/1h' })
  const guess = () => fetchAt(feed.address.replace(/[\w-]{43}\.ics/, `${'x'.repeat(43)}.ics`))
  const statuses = []
  for (const ask of [read, read, read, guess, guess, guess]) statuses.push((await ask()).statusCode)
  expect(statuses).toEqual([200, 200, 429, 404, 404, 429])
})

test('F35 an account can have 20 feeds', async () => {
  const { ann } = await annWithFeed()
  for (let count = 1; count < 20; count += 1) await ann.post('/calendar-feeds', { name: 'More' })
  const reply = await ann.post('/calendar-feeds', { name: 'Too many' })
  expect([reply.statusCode, reply.json().details.feeds]).toEqual([409, 'At most 20 in one account. Delete some first.'])
})

test('F33 a large feed is sent in parts and complete', async () => {
  const { db, track, read, clock } = await annWithFeed()
  await track({})
  const [template] = await db.selectFrom('time_entries').selectAll().execute()
  const [segment] = await db.selectFrom('time_entry_segments').selectAll().execute()
  for (let index = 0; index < 450; index += 1) {
    const times = {
      started_at: clock.now - DAY_MS + index * 60_000,
      ended_at: clock.now - DAY_MS + index * 60_000 + 30_000,
    }
    await db
      .insertInto('time_entries')
      .values({ ...template!, id: `entry-${index}`, duration_ms: 30_000, ...times })
      .execute()
    await db
      .insertInto('time_entry_segments')
      .values({ ...segment!, entry_id: `entry-${index}`, ...times })
      .execute()
  }
  const uids = readWithBoth((await read()).body).map(({ uid }) => uid)
  expect([uids.length, new Set(uids).size]).toEqual([451, 451])
})
