import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { DIMENSIONS } from '#core/report/dimensions.ts'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { readDurationCell, readPdfPages, testExports, readTextCell } from '#server/testing/test-exports.ts'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

test('X1 the CSV file has a line for each entry, with its time within the report', async () => {
  const { ann: who, make, table } = await testExports()
  const client = await make('/clients', { name: 'Acme' })
  const project = await make('/projects', { name: 'Website', client })
  const task = await make('/tasks', { name: 'Header', project })
  const tags = [await make('/tags', { name: 'deep' }), await make('/tags', { name: 'urgent' })]
  const worked = { startTime: '2026-02-28T22:30:00Z', endTime: '2026-02-28T23:45:10Z' }
  const id = await make('/time-entries', { project, task, tags, notes: 'over midnight', ...worked })
  await who.post('/time-entries', { project, startTime: '2026-03-31T23:00:00Z', endTime: '2026-03-31T23:10:00Z' })
  expect(await table('csv')).toEqual([
    {
      Date: '2026-03-01',
      Start: '2026-03-01T00:00:00+01:00',
      End: '2026-03-01T00:45:10+01:00',
      Duration: '0:45:10',
      Hours: '0.7528',
      Milliseconds: '2710000',
      Client: 'Acme',
      Project: 'Website',
      Task: 'Header',
      Tags: expect.stringMatching(/^(deep, urgent|urgent, deep)$/),
      Notes: 'over midnight',
      Mode: 'manual',
      'Time zone': 'Europe/Madrid',
      Rounding: 'None',
      Entry: id,
      Segments: '',
    },
  ])
  const [rounded] = await table('csv', { rounding: 'up', roundingMinutes: '30' })
  expect(rounded).toMatchObject({ Duration: '1:00:00', Rounding: 'Each entry up to full 30 min' })
})

test('X2 the files for Toggl and Clockify have their columns, and leave pauses out', async () => {
  const { make, table, download, track } = await testExports()
  const project = await make('/projects', { name: 'Website', client: await make('/clients', { name: 'Acme' }) })
  const tag = await make('/tags', { name: 'deep' })
  await track({
    project,
    tags: [tag],
    worked: [
      ['2026-03-02T11:30:00.400Z', '2026-03-02T12:00:00.400Z'],
      ['2026-03-02T12:30:00Z', '2026-03-02T12:45:30Z'],
    ],
  })
  expect((await download('toggl')).toString()).toMatch(/^\uFEFFUser,Email,Client,Project,Task,Description,Billable,/)
  expect(await table('toggl')).toEqual([
    {
      User: 'Ann',
      Email: 'ann@example.org',
      Client: 'Acme',
      Project: 'Website',
      Task: '',
      Description: '',
      Billable: 'No',
      'Start date': '2026-03-02',
      'Start time': '12:30:00',
      'End date': '2026-03-02',
      'End time': '13:15:30',
      Duration: '00:45:30',
      Tags: 'deep',
    },
  ])
  expect((await download('clockify')).toString()).toMatch(/^"Project","Client","Description","Task","User","Group",/)
  expect(await table('clockify', { rounding: 'up' })).toEqual([
    {
      Project: 'Website',
      Client: 'Acme',
      Description: '',
      Task: '',
      User: 'Ann',
      Group: '',
      Email: 'ann@example.org',
      Tags: 'deep',
      Billable: 'No',
      'Start Date': '03/02/2026',
      'Start Time': '12:30:00 PM',
      'End Date': '03/02/2026',
      'End Time': '01:15:30 PM',
      'Duration (h)': '00:45:30',
      'Duration (decimal)': '0.76',
      'Billable Rate (USD)': '0.00',
      'Billable Amount (USD)': '0.00',
    },
  ])
})

const NASTY = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  ' =1+1',
  ' \t\n+1',
  '\u3000＠x',
  "' =1",
  "=cmd|' /C calc'!A0",
  'a "quoted" word, and ; more',
  'two\nlines',
  'two\r\nlines',
  '🍅 tomato',
  'שלום עולם',
  'çğıİöşü ñ ¿?',
  '<b>&amp;</b>',
  '_x000D_ and \u0001 and \u001f',
  ' spaces ',
  "'=1",
]

test('S13 notes are exported unchanged, and no spreadsheet computes them', async () => {
  const { make, table, download } = await testExports()
  const project = await make('/projects', { name: '=1+1', client: await make('/clients', { name: '@client' }) })
  const tag = await make('/tags', { name: '-tag' })
  for (const [index, notes] of NASTY.entries()) {
    const start = Date.parse('2026-03-02T09:00Z') + index * MINUTE_MS
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 30_000).toISOString() }
    await make('/time-entries', { project, tags: [tag], notes, ...times })
  }
  const guarded = NASTY.map((notes) => (/^['\s]*[=+\-@＝＠]/.test(notes) ? `'${notes}` : notes))
  const rows = await table('csv')
  expect(rows.map(({ Notes }) => Notes)).toEqual(guarded)
  expect(rows[0]).toMatchObject({ Project: "'=1+1", Client: "'@client", Tags: "'-tag" })
  expect((await table('toggl')).map(({ Description }) => Description)).toEqual(guarded)
  expect((await table('clockify')).map(({ Description }) => Description)).toEqual(guarded)

  const sheet = await readSheet(await download('xlsx'), 2, { trim: false })
  expect(sheet.slice(1).map((row) => readTextCell(row[9]))).toEqual(NASTY.map((notes) => notes.replace('\r\n', '\n')))
  expect(sheet[1]!.slice(5, 9)).toEqual(['@client', '=1+1', null, '-tag'])
  const { entries } = JSON.parse((await download('json')).toString())
  expect(entries.map(({ notes }: { notes: string }) => notes)).toEqual(NASTY)
})

test('S13 no cell of an export is read as a formula, whatever a name looks like', async () => {
  const { ann: who, make, table, download } = await testExports()
  await who.put('/users/profile', { name: '=1+1' })
  const client = await make('/clients', { name: '@SUM(1)' })
  const project = await make('/projects', { name: '-1+1', client })
  const [task, tag] = [await make('/tasks', { name: '+1', project }), await make('/tags', { name: '\uFF1D1+1' })]
  const times = { startTime: '2026-03-02T09:00:00Z', endTime: '2026-03-02T10:00:00Z' }
  await make('/time-entries', { project, task, tags: [tag], notes: '=HYPERLINK("x")', ...times })
  for (const group of ['client', 'project', 'task', 'tag']) {
    for (const format of ['csv', 'toggl', 'clockify'])
      for (const cell of (await table(format, { group })).flatMap((row) => Object.values(row)))
        expect(cell, `${format} ${cell}`).not.toMatch(/^[=+\-@\t\r\uFF1D]/)
    const sheets = await Promise.all([1, 2].map(async (sheet) => readSheet(await download('xlsx', { group }), sheet)))
    const named = sheets.flat(2).filter((cell) => typeof cell === 'string' && /^[=+\-@\uFF1D]/.test(cell))
    expect(new Set(named).size).toBeGreaterThan(4)
  }
})

const anEntry = fc.record({
  start: fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
  segments: fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 700 })), {
    minLength: 1,
    maxLength: 3,
  }),
  project: fc.nat(1),
  tags: fc.uniqueArray(fc.nat(1)),
})
const aQuery = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata'),
  group: fc.constantFrom(...DIMENSIONS),
  subgroup: fc.constantFrom('project', 'tag', 'day', 'hour', ''),
  rounding: fc.constantFrom('off', 'up', 'down', 'nearest'),
  roundingMinutes: fc.constantFrom('1', '7', '15', '60'),
  roundingPer: fc.constantFrom('entry', 'day'),
})
const NOON = Date.parse('2026-03-29T12:00Z')

test('X3 the entries of a file add up to the total of the report to the millisecond, rounded or not', async () => {
  const { db, make, table, download, summary, track } = await testExports()
  const projects = [await make('/projects', { name: 'p' }), await make('/projects', { name: 'q' })]
  const tags = [await make('/tags', { name: 'a' }), await make('/tags', { name: 'b' })]
  const law = fc.asyncProperty(
    fc.array(anEntry, { maxLength: 12 }),
    aQuery,
    async (entries, { subgroup, ...grouping }) => {
      await db.deleteFrom('time_entries').execute()
      for (const { start, segments, project, tags: own } of entries) {
        let at = NOON + start * MINUTE_MS
        const worked = segments.map(([pause, length]): [string, string] => {
          const from = at + pause * MINUTE_MS + 1
          at = from + length * MINUTE_MS + 17
          return [new Date(from).toISOString(), new Date(at).toISOString()]
        })
        await track({ project: projects[project]!, tags: own.map((tag) => tags[tag]!), worked })
      }
      const [from, to] = [dateOf(NOON - DAY_MS, grouping.zone), dateOf(NOON + DAY_MS, grouping.zone)]
      const query = { ...grouping, ...(subgroup && { subgroup }), from, to }
      const { total, lines } = await summary(query)

      const rows = await table('csv', query)
      expect(rows).toHaveLength(total.entries)
      expect(sum(rows.map(({ Milliseconds }) => Number(Milliseconds)))).toBe(total.milliseconds)

      const json = JSON.parse((await download('json', query)).toString())
      expect(json).toMatchObject({ range: { from, to }, zone: grouping.zone, total })
      expect(sum(json.entries.map(({ milliseconds }: { milliseconds: number }) => milliseconds))).toBe(
        total.milliseconds,
      )
      expect(json.groups.map(({ milliseconds }: { milliseconds: number }) => milliseconds)).toEqual(
        lines.map(({ milliseconds }) => milliseconds),
      )

      const workbook = await download('xlsx', query)
      const [listed, added] = [await readSheet(workbook, 2), await readSheet(workbook, 1)]
      expect(sum(listed.slice(1).map((row) => readDurationCell(row[3])))).toBe(total.milliseconds)
      expect(readDurationCell(added.at(-1)!.at(-3))).toBe(total.milliseconds)
    },
  )
  await fc.assert(law, { numRuns: 15 })
})

test('an export is a download without caching, named after its days', async () => {
  const { ann: who, address } = await testExports()
  const names = {
    csv: ['ritmo-2026-03-01--2026-03-31.csv', 'text/csv; charset=utf-8'],
    estimates: ['ritmo-estimates-2026-03-01--2026-03-31.csv', 'text/csv; charset=utf-8'],
    toggl: ['ritmo-toggl-2026-03-01--2026-03-31.csv', 'text/csv; charset=utf-8'],
    clockify: ['ritmo-clockify-2026-03-01--2026-03-31.csv', 'text/csv; charset=utf-8'],
    xlsx: ['ritmo-2026-03-01--2026-03-31.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    pdf: ['ritmo-2026-03-01--2026-03-31.pdf', 'application/pdf'],
    json: ['ritmo-2026-03-01--2026-03-31.json', 'application/json; charset=utf-8'],
  }
  for (const [format, [name, type]] of Object.entries(names)) {
    const { statusCode, headers } = await who.get(`/reports/export?${address({ format })}`)
    expect([statusCode, headers['content-disposition'], headers['content-type'], headers['cache-control']]).toEqual([
      200,
      `attachment; filename="${name}"`,
      type,
      'no-store',
    ])
  }
})

test.each([{ format: 'docx' }, { format: '' }, { format: 'csv', to: '2026-02-01' }, { format: 'csv', group: 'mood' }])(
  'an export with the query %o is refused',
  async (query) => {
    const { ann: who, address } = await testExports()
    const reply = await who.get(`/reports/export?${address(query)}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ ok: false, code: 'invalid' })
  },
)

test('U7 an export holds data of its user only, whatever the query names', async () => {
  const { ann: who, make, signUp, db, address } = await testExports()
  const mine = await make('/projects', { name: 'mine' })
  const bob = await signUp('Bob')
  const theirs = (await bob.post('/projects', { name: 'Secret' })).json().data.id as string
  const tag = (await bob.post('/tags', { name: 'Secret' })).json().data.id as string
  await trackTime(db, bob.user.id, {
    project: theirs,
    tags: [tag],
    worked: [['2026-03-02T22:30Z', '2026-03-02T23:30Z']],
  })
  const filters = [{}, { projects: theirs }, { tags: tag }, { projects: `${mine},${theirs}` }]
  for (const filter of filters)
    for (const format of ['csv', 'estimates', 'toggl', 'clockify', 'json', 'xlsx', 'pdf']) {
      const { rawPayload } = await who.get(`/reports/export?${address({ ...filter, format })}`)
      const sheets = format === 'xlsx' ? await readSheet(rawPayload, 1) : []
      const text = format === 'pdf' ? await readPdfPages(rawPayload) : [rawPayload.toString()]
      expect(JSON.stringify([sheets, text])).not.toMatch(/Secret|Bob/)
    }
})

test('exports are rate limited', async () => {
  const { signUp } = await testApp({ RATE_LIMITS: 'export=1/1h' })
  const who = await signUp('Ann')
  const path = '/reports/export?from=2026-03-01&to=2026-03-31&zone=UTC&group=project&format=csv'
  expect((await who.get(path)).statusCode).toBe(200)
  expect((await who.get(path)).json()).toMatchObject({ ok: false, code: 'rate-limited' })
})
