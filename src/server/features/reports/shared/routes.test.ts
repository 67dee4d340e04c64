import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import { readPdfPages } from '#server/testing/test-exports.ts'
import { ALL_FIELDS, testLink } from './testing/test-link.ts'

const GONE = { statusCode: 404, message: en.linkNotFound }
const outcomeOf = (reply: { statusCode: number; json: () => { message: string } }) => ({
  statusCode: reply.statusCode,
  message: reply.json().message,
})

test('U63 a stranger with the link reads the report of its view, and its owner by name', async () => {
  const { read, ids } = await testLink()
  expect(await read()).toMatchObject({
    name: 'Week for Acme',
    sharedBy: 'Ann',
    from: '2026-03-02',
    to: '2026-03-08',
    zone: 'Europe/Madrid',
    group: 'project',
    subgroup: 'task',
    total: { milliseconds: HOUR_MS, entries: 1, days: 1 },
    labels: [
      { dimension: 'project', key: ids.project, name: 'Website', client: 'Acme' },
      { dimension: 'task', key: ids.task, name: 'Header' },
    ],
    lines: [{ key: ids.project, milliseconds: HOUR_MS, lines: [{ key: ids.task }] }],
  })
})

test('U63 single entries are shown only on request, clipped to the days of the report', async () => {
  const { get, openGrant, share, make, work } = await testLink()
  const grant = await openGrant()
  expect(outcomeOf(await get('/entries', { grant }))).toEqual(GONE)
  await make('/time-entries', { ...work, startTime: '2026-03-01T22:30:00Z', endTime: '2026-03-01T23:30:00Z' })
  await share({ fields: { ...ALL_FIELDS, notes: false } })
  const { entries, cursor } = (await get('/entries', { grant })).json().data
  const entry = { project: 'Website', client: 'Acme', task: 'Header', tags: ['deep'], notes: '' }
  expect(cursor).toBeNull()
  expect(entries).toEqual([
    { ...entry, start: '2026-03-02T07:00:00.000Z', end: '2026-03-02T08:00:00.000Z', milliseconds: HOUR_MS },
    { ...entry, start: '2026-03-01T23:00:00.000Z', end: '2026-03-01T23:30:00.000Z', milliseconds: 30 * MINUTE_MS },
  ])
})

test('U64 what a visitor adds to the address changes neither days nor filters nor fields', async () => {
  const { get, openGrant, make, ids } = await testLink({}, { search: 'range=month' })
  const hidden = await make('/projects', { name: 'Secret' })
  await make('/time-entries', { project: hidden, startTime: '2026-01-05T07:00:00Z', endTime: '2026-01-05T08:00:00Z' })
  const grant = await openGrant()
  const { body } = await get('', { grant })
  const more = { from: '2020-01-01', to: '2026-12-31', projects: hidden, clients: 'none', search: 'x', zone: 'UTC' }
  const others = { group: 'hour', subgroup: 'tag', fields: 'notes', notes: 'true', entries: 'true', view: ids.view }
  expect((await get('', { grant, ...more, ...others })).body).toBe(body)
  expect(body).not.toContain('Secret')
  const { body: csv } = await get('/export', { grant, format: 'csv' })
  expect((await get('/export', { grant, format: 'csv', ...more, ...others })).body).toBe(csv)
  for (const format of ['json', 'toggl', 'clockify', 'estimates'])
    expect((await get('/export', { grant, format })).statusCode, format).toBe(400)
})

test('U64 a link opens nothing else of the account, and a session opens no link', async () => {
  const { app, openGrant, secretOf, link, ann } = await testLink()
  const grant = await openGrant()
  for (const token of [grant, secretOf(link)]) {
    const reply = await app.inject({ url: '/api/projects', headers: { authorization: `Bearer ${token}` } })
    expect(reply.statusCode).toBe(401)
  }
  for (const forged of [ann.token, '', 'a.b.c', `${grant}x`, grant.replace(/^\d/, '9'), secretOf(link)])
    expect(outcomeOf(await ann.get(`/public-report?grant=${encodeURIComponent(forged)}`)), forged).toEqual(GONE)
})

test('U65 an unknown, expired or revoked link, one of a deleted view and one of a disabled user are refused alike', async () => {
  const expired = await testLink({ expiresAt: '2026-03-02T10:00:00Z' })
  const early = await expired.openGrant()
  expired.clock.now += HOUR_MS
  expect(outcomeOf(await expired.open())).toEqual(GONE)
  expect(outcomeOf(await expired.get('', { grant: early }))).toEqual(GONE)

  const revoked = await testLink()
  const grant = await revoked.openGrant()
  expect((await revoked.ann.delete(`/shared-reports/${revoked.ids.view}`)).statusCode).toBe(200)
  expect(outcomeOf(await revoked.open())).toEqual(GONE)
  for (const path of ['', '/entries', '/export'])
    expect(outcomeOf(await revoked.get(path, { grant, format: 'csv' })), path).toEqual(GONE)

  const deleted = await testLink()
  await deleted.ann.delete(`/report-views/${deleted.ids.view}`)
  expect(outcomeOf(await deleted.open())).toEqual(GONE)
  expect(await deleted.db.selectFrom('user_lookups').where('kind', '=', 'shared-report').selectAll().execute()).toEqual(
    [],
  )

  const disabled = await testLink()
  await disabled.db.updateTable('users').set({ disabled_at: 1 }).execute()
  expect(outcomeOf(await disabled.open())).toEqual(GONE)
  expect(outcomeOf(await disabled.post('/public-report/open', { secret: 'unknown' }))).toEqual(GONE)
})

test('U65 a view that is restored from the trash is not shared', async () => {
  const { ann, ids, open } = await testLink()
  const trash = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
  await ann.delete(`/report-views/${ids.view}?trash=${trash}`)
  expect((await ann.post(`/trash/${trash}/restore`)).statusCode).toBe(200)
  expect(outcomeOf(await open())).toEqual(GONE)
  expect((await ann.get('/shared-reports')).json().data).toEqual([])
})

test('U66 a password opens the report for an hour; another one ends what the former opened', async () => {
  const { open, openGrant, get, share, clock } = await testLink({ password: 'acme and ann' })
  expect((await open()).json()).toEqual({ ok: true, data: { grant: null } })
  const wrong = await open({ password: 'guessed it' })
  expect([wrong.statusCode, wrong.json().details]).toEqual([400, { password: en.linkPasswordWrong }])
  const grant = await openGrant({ password: 'acme and ann' })
  expect((await get('', { grant })).statusCode).toBe(200)
  await share({ password: 'ann and acme' })
  expect(outcomeOf(await get('', { grant }))).toEqual(GONE)
  const newer = await openGrant({ password: 'ann and acme' })
  await share({ fields: ALL_FIELDS })
  expect((await get('', { grant: newer })).statusCode).toBe(200)
  clock.now += HOUR_MS
  expect(outcomeOf(await get('', { grant: newer }))).toEqual(GONE)
})

test('U66 wrong passwords are limited for each link and network, and a right one is not counted', async () => {
  const { open } = await testLink({ password: 'acme and ann' }, { environment: { RATE_LIMITS: 'on' } })
  for (let attempt = 0; attempt < 10; attempt++) expect((await open({ password: 'guess' })).statusCode).toBe(400)
  expect((await open({ password: 'acme and ann' })).statusCode).toBe(429)
  const another = await testLink({ password: 'acme and ann' }, { environment: { RATE_LIMITS: 'on' } })
  for (let attempt = 0; attempt < 12; attempt++)
    expect((await another.open({ password: 'acme and ann' })).statusCode).toBe(200)
})

test('U67 views are counted once in half an hour for each network, and not those of the owner', async () => {
  const { ann, open, clock, signUp } = await testLink({}, { environment: { RATE_LIMITS: 'on' } })
  const counted = async () => {
    const [{ views, viewedAt }] = (await ann.get('/shared-reports')).json().data
    return [views, viewedAt]
  }
  await open({}, { authorization: `Bearer ${ann.token}` })
  expect(await counted()).toEqual([0, null])
  await open()
  await open()
  expect(await counted()).toEqual([1, '2026-03-02T09:00:00.000Z'])
  clock.now += 31 * MINUTE_MS
  await open({}, { authorization: `Bearer ${(await signUp('Bob')).token}` })
  expect(await counted()).toEqual([2, '2026-03-02T09:31:00.000Z'])
})

test('U68 a link follows its view, unless its days are fixed', async () => {
  const { ann, ids, read, share } = await testLink()
  await ann.put(`/report-views/${ids.view}`, { name: 'Month', search: 'range=month&group=client&subgroup=none' })
  expect(await read()).toMatchObject({ name: 'Month', from: '2026-03-01', to: '2026-03-31', group: 'client' })
  await share({ range: { from: '2026-02-01', to: '2026-02-14' } })
  expect(await read()).toMatchObject({ from: '2026-02-01', to: '2026-02-14', total: { entries: 0, days: 0 } })
})

test('U68 the present week of a shared report is that of its owner', async () => {
  const { read, clock, ann } = await testLink({ zone: 'Pacific/Auckland' })
  clock.now = Date.parse('2026-03-08T12:00:00Z')
  expect(await read()).toMatchObject({ from: '2026-03-09', zone: 'Pacific/Auckland' })
  const formats = { weekStart: 'sunday', clock: '24h', dateOrder: 'dmy', duration: 'units', timeZone: 'America/Lima' }
  await ann.put('/users/profile', { formats })
  expect(await read()).toMatchObject({ from: '2026-03-08', zone: 'America/Lima' })
})

test('U69 visitors take turns of their own: however many there are, the owner is answered', async () => {
  const { ann, openGrant, get } = await testLink()
  const grant = await openGrant()
  const visits = Array.from({ length: 40 }, () => get('', { grant }))
  const own = await ann.get('/reports/summary?from=2026-03-02&to=2026-03-08&zone=UTC&group=project')
  expect(own.statusCode).toBe(200)
  const statuses = new Set((await Promise.all(visits)).map(({ statusCode }) => statusCode))
  expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true)
})

test('U69 requests for the report of one link are limited', async () => {
  const { open } = await testLink({}, { environment: { RATE_LIMITS: 'shared-report=3/15m' } })
  const statuses = []
  for (let call = 0; call < 4; call++) statuses.push((await open()).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('U70 no cache and no search engine keeps a shared report', async () => {
  const { get, openGrant, app } = await testLink()
  const { headers } = await get('', { grant: await openGrant() })
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect((await app.inject('/shared')).headers['x-robots-tag']).toBe('noindex, nofollow')
})

/** Texts that occur nowhere else, by the field that shows them. */
const TEXTS = {
  clients: ['Canaryclient', 'Canarytwin'],
  tasks: ['Canarytask'],
  tags: ['Canarytag'],
  notes: ['Canarynote'],
}
const FORMATS = ['csv', 'xlsx', 'pdf'] as const
type Get = Awaited<ReturnType<typeof testLink>>['get']

/** Everything that a visitor can receive, as text. */
async function readEverything(get: Get, grant: string) {
  const texts = [(await get('', { grant })).body, (await get('/entries', { grant })).body]
  for (const format of FORMATS) {
    const { rawPayload, body } = await get('/export', { grant, format })
    if (format === 'csv') texts.push(body)
    if (format === 'pdf') texts.push((await readPdfPages(rawPayload)).join(' '))
    if (format === 'xlsx')
      for (const sheet of [1, 2]) texts.push(JSON.stringify(await readSheet(rawPayload, sheet).catch(() => null)))
  }
  return texts.join('\n').replaceAll(/\s/g, '')
}

test(
  'U60 no reply and no file has a text of a hidden field, whatever the view groups and filters by',
  { timeout: 120_000 },
  async () => {
    const { get, openGrant, share, make, ann, ids } = await testLink({ fields: ALL_FIELDS })
    // Two projects have the same name, which is told apart by their clients where these are shown.
    const clients = [await make('/clients', { name: 'Canaryclient' }), await make('/clients', { name: 'Canarytwin' })]
    const tag = await make('/tags', { name: 'Canarytag' })
    const tasks: string[] = []
    for (const client of clients) {
      const project = await make('/projects', { name: 'Intranet', client })
      const task = await make('/tasks', { name: 'Canarytask', project })
      tasks.push(task)
      const times = { startTime: '2026-03-02T05:00:00Z', endTime: '2026-03-02T06:00:00Z' }
      await make('/time-entries', { project, task, tags: [tag], notes: 'Canarynote', ...times })
    }
    const anyField = fc.record({
      clients: fc.boolean(),
      tasks: fc.boolean(),
      tags: fc.boolean(),
      entries: fc.boolean(),
      notes: fc.boolean(),
    })
    const filters = { clients: clients.join(','), tasks: tasks.join(','), tags: tag, search: 'Canarynote' }
    const anyView = fc.record({
      group: fc.constantFrom(...DIMENSIONS),
      subgroup: fc.constantFrom(...DIMENSIONS, 'none'),
      filters: fc.subarray(Object.keys(filters) as (keyof typeof filters)[]),
    })
    await fc.assert(
      fc.asyncProperty(anyField, anyView, async (fields, { group, subgroup, filters: used }) => {
        const search = new URLSearchParams({
          group,
          subgroup,
          ...Object.fromEntries(used.map((name) => [name, filters[name]])),
        })
        await ann.put(`/report-views/${ids.view}`, { search: search.toString() })
        await share({ fields })
        const shown = await readEverything(get, await openGrant())
        for (const [field, texts] of Object.entries(TEXTS)) {
          const isShown = fields[field as keyof typeof TEXTS] && (field !== 'notes' || fields.entries)
          // A search may have any word, so it is shown only if nothing is hidden.
          if (!isShown) for (const text of texts) expect(shown, `${field} is hidden`).not.toContain(text)
        }
      }),
      { numRuns: 25 },
    )
  },
)

test('U60 a link that shows everything shows it in every file', async () => {
  const { get, openGrant } = await testLink({ fields: ALL_FIELDS })
  const grant = await openGrant()
  const shown = await readEverything(get, grant)
  for (const text of ['Website', 'Acme', 'Header', 'deep', 'firstdraft', 'WeekforAcme']) expect(shown).toContain(text)
  const { body } = await get('/export', { grant, format: 'csv' })
  expect(body.split('\r\n')[0]).toBe(
    '\uFEFFDate,Start,End,Duration,Hours,Milliseconds,Client,Project,Task,Tags,Notes,Time zone,Rounding,Segments',
  )
})

test('U60 without single entries a CSV file has a row for each line', async () => {
  const { get, openGrant } = await testLink()
  const { body } = await get('/export', { grant: await openGrant(), format: 'csv' })
  expect(body).toBe(
    '\uFEFFProject,Task,Duration,Hours,Milliseconds,Entries\r\nWebsite,Header,1:00:00,1.0000,3600000,1\r\n',
  )
})
