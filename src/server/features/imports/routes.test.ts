import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { togglFile, testImports, togglRow } from '#server/testing/test-imports.ts'

test('M10 a preview shows what the import creates, and writes nothing', async () => {
  const { preview, result, names, entries, ann } = await testImports()
  const text = togglFile(
    togglRow(),
    togglRow({ Project: '', Client: '', Task: '', Tags: '', 'Start date': '2026-02-28', 'End date': '2026-02-28' }),
    togglRow({ 'Start date': 'never' }),
  )
  const seen = await preview(text)
  expect(seen).toMatchObject({
    format: 'toggl',
    encoding: 'utf-8',
    delimiter: ',',
    missing: [],
    dateOrder: 'unambiguous',
    ambiguousDate: null,
    people: [{ person: 'ann@example.org', rows: 3 }],
    counts: { rows: 3, new: 2, duplicate: 0, invalid: 1, others: 0, withoutProject: 1 },
    projectForOthers: 'No project',
    creates: {
      clients: { count: 1, names: ['Acme'] },
      projects: { count: 2, names: ['No project', 'Web'] },
      tasks: { count: 1, names: ['Web / Draw'] },
      tags: { count: 2, names: ['calm', 'deep'] },
    },
    firstDay: '2026-02-28',
    lastDay: '2026-03-01',
    months: [
      { month: '2026-02', entries: 1, milliseconds: 5_400_000 },
      { month: '2026-03', entries: 1, milliseconds: 5_400_000 },
    ],
    problems: { count: 1, first: [{ line: 4, column: 7, kind: 'bad-date', value: 'never', isFatal: true }] },
  })
  expect(seen.entries).toMatchObject([
    { line: 2, startTime: '2026-03-01T08:00:00.000Z', endTime: '2026-03-01T09:30:00.000Z', project: 'Web' },
    { line: 3, client: null, project: 'No project', task: null, tags: [], isDuplicate: false },
  ])
  expect([await entries(), await names('/projects'), (await ann.get('/imports')).json().data]).toEqual([[], [], []])

  expect(await result(text)).toEqual({
    id: expect.any(String),
    created: 2,
    duplicates: 0,
    invalid: 1,
    clients: 1,
    projects: 2,
    tasks: 1,
    tags: 2,
  })
  expect(await entries()).toMatchObject([
    {
      notes: 'Sketch',
      startTime: '2026-03-01T08:00:00.000Z',
      duration: 5_400_000,
      tags: [expect.any(String), expect.any(String)],
    },
    { tags: [], task: null },
  ])
  expect(await names('/projects')).toEqual(['No project', 'Web'])
  expect(await names('/tags')).toEqual(['calm', 'deep'])
})

test('M11 importing a file again creates nothing, identical rows count separately, and an empty import is not stored', async () => {
  const { preview, result, entries, ann } = await testImports()
  const text = togglFile(togglRow(), togglRow(), togglRow({ Tags: 'deep' }))
  expect(await result(text)).toMatchObject({ created: 3, duplicates: 0 })
  expect((await preview(text)).counts).toMatchObject({ new: 0, duplicate: 3 })
  expect(await result(text)).toMatchObject({ id: null, created: 0, duplicates: 3, projects: 0 })
  expect(await result(togglFile(togglRow({ Tags: 'calm, deep' }), togglRow({ Description: 'Another' })))).toMatchObject(
    {
      created: 1,
      duplicates: 1,
    },
  )
  expect(await entries()).toHaveLength(4)
  expect((await ann.get('/imports')).json().data).toHaveLength(2)
})

test('M11 importing the same file completes an interrupted import', async () => {
  const { result, ann, db } = await testImports()
  const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
  const rows = Array.from({ length: 700 }, (_, index) => togglRow({ 'Start date': day(index), 'End date': day(index) }))
  const { id } = await result(togglFile(...rows))
  // The state after a crash between two pages.
  const cut = Date.UTC(2021, 4, 1)
  await db.deleteFrom('time_entries').where('started_at', '>', cut).execute()
  const left = await db.selectFrom('time_entries').select('id').execute()
  await db.updateTable('imports').set({ finished_at: null, entries: left.length }).execute()
  expect((await ann.get('/imports')).json().data).toMatchObject([{ id, isFinished: false, timeEntries: left.length }])
  expect(await result(togglFile(...rows))).toMatchObject({ id, created: 700 - left.length, duplicates: left.length })
  expect((await ann.get('/imports')).json().data).toMatchObject([
    { id, isFinished: true, created: 700, timeEntries: 700 },
  ])
  expect((await ann.delete(`/imports/${id}`)).json().data).toMatchObject({ timeEntries: 700, projects: 1 })
})

test('M12 names in rows are found ignoring case, and a project belongs to its client', async () => {
  const { ann, result, names, entries } = await testImports()
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const client = await make('/clients', { name: 'ACME' })
  const project = await make('/projects', { name: 'web', client })
  const task = await make('/tasks', { name: 'draw', project })
  await make('/tags', { name: 'Deep, Calm' })
  const made = await result(togglFile(togglRow(), togglRow({ Client: '' }), togglRow({ Client: 'Other' })))
  expect(made).toMatchObject({ created: 3, clients: 1, projects: 2, tasks: 2, tags: 0 })
  expect(await names('/clients')).toEqual(['ACME', 'Other'])
  expect(await names('/tags')).toEqual(['Deep, Calm'])
  const all = await entries()
  expect(all.filter((entry: { task: string }) => entry.task === task)).toHaveLength(1)
  expect(all.every((entry: { tags: string[] }) => entry.tags.length === 1)).toBe(true)
})

test('M12 rows without a project go to the requested project, or to a default name in the language of the caller', async () => {
  const { app, ann, requestPreview, result, names } = await testImports()
  const text = togglFile(togglRow({ Project: '-', Task: '', Client: '' }))
  const reply = await app.inject({
    method: 'POST',
    url: '/api/imports/preview?zone=UTC',
    payload: text,
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'text/csv', 'accept-language': 'tr' },
  })
  expect(reply.json().data.projectForOthers).toBe('Projesiz')
  expect(await result(text, 'zone=UTC&project=Sundries')).toMatchObject({ projects: 1 })
  expect(await names('/projects')).toEqual(['Sundries'])
  // The entry id depends on the row alone, not on the project that was requested.
  expect((await requestPreview(text, 'zone=UTC')).json().data.counts).toMatchObject({ new: 0, duplicate: 1 })
})

test('M12 a project that is deleted during an import is created again for the rows that follow', async () => {
  const { ann, requestImport, names, entries } = await testImports()
  const day = (index: number) => new Date(Date.UTC(2005, 0, 1 + index)).toISOString().slice(0, 10)
  const rows = Array.from({ length: 6_000 }, (_, index) =>
    togglRow({ 'Start date': day(index), 'End date': day(index) }),
  )
  const importing = Promise.resolve(requestImport(togglFile(...rows)))
  let projects: { id: string }[] = []
  for (let tries = 0; tries < 1_000 && projects.length === 0; tries += 1) {
    await setImmediate()
    projects = (await ann.get('/projects')).json().data
  }
  await ann.delete(`/projects/${projects[0]!.id}`)
  const reply = await importing
  expect([reply.statusCode, reply.json().data.created]).toEqual([201, 6_000])
  // The delete takes several transactions, and may end after the last row: then nothing is left.
  const left = await names('/projects')
  const count = (await entries()).length
  expect(left).toEqual(count === 0 ? [] : ['Web'])
  expect(count).toBeLessThan(6_000)
})

// prettier-ignore
test.each([
  ['UTF-8 with a mark',        (text: string) => Buffer.from(`\uFEFF${text}`),                       'utf-8'],
  ['UTF-16 with a mark',       (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),            'utf-16le'],
  ['UTF-16 without one',       (text: string) => Buffer.from(text, 'utf16le'),                       'utf-16le'],
  ['UTF-16 the other way',     (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),   'utf-16be'],
  ['windows-1252',             (text: string) => Buffer.from(text, 'latin1'),                        'windows-1252'],
])('M1 a file in %s is read', async (_, encode, encoding) => {
  const { preview } = await testImports()
  expect(await preview(encode(togglFile(togglRow({ Description: 'Mañana' }))))).toMatchObject({
    encoding,
    entries: [{ notes: 'Mañana' }],
  })
})

// prettier-ignore
test.each([
  ['nothing',              '',                                        'zone=UTC', 'There is nothing in this file'],
  ['empty lines',          '\n\n',                                    'zone=UTC', 'There is nothing in this file'],
  ['a picture',            Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'zone=UTC', 'This file has no table of time entries, and it is of no product whose files can be imported'],
  ['a letter',             'Dear Ann, see you on Monday,\nas planned.\n', 'zone=UTC', 'This file has no table of time entries, and it is of no product whose files can be imported'],
  ['half a workbook',      Buffer.from('504b03041400000008000000', 'hex'), 'zone=UTC', 'This file is damaged or incomplete and cannot be read'],
  ['other columns',        'Project,Notes\nWeb,x',                    'zone=UTC', 'This file has no column for the start, or none for the end or the duration'],
  ['dates of any order',   'Start,End\n03/04/2025 10:00,03/04/2025 11:00', 'zone=UTC', 'Say what comes first in the dates: the day, the month or the year'],
  ['numbers without a unit', 'Date,Duration\n2025-04-03,25',           'zone=UTC', 'Say in which unit the durations are: seconds, minutes, hours or milliseconds'],
  ['several people',       'User,Start,End\nAnn,2025-04-03 10:00,2025-04-03 11:00\nBob,2025-04-03 10:00,2025-04-03 11:00', 'zone=UTC', 'Say whose entries to import: this file has those of several people'],
  ['no zone',              togglFile(togglRow()),                               '',         'Time zone: This field is required'],
  ['columns that are none', togglFile(togglRow()),                              'zone=UTC&columns=0:colour', 'columns: This value is not valid'],
])('M8 a file with %s is refused', async (_, content, query, message) => {
  const { requestImport, entries } = await testImports()
  const reply = await requestImport(content, query)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe(message)
  expect(await entries()).toEqual([])
})

test('M2 a preview of a file with missing columns lists its columns, and the caller can assign them', async () => {
  const { preview, result, entries } = await testImports()
  const text = 'Arbeit,Wann,Bis wann\nWeb,2026-03-01 09:00,2026-03-01 10:00'
  expect(await preview(text)).toMatchObject({
    missing: ['start', 'end'],
    columns: [{ heading: 'Arbeit', field: null, sample: 'Web' }, {}, {}],
    counts: { rows: 0 },
  })
  expect(await result(text, 'zone=UTC&columns=0:project,1:start,2:end')).toMatchObject({ created: 1, projects: 1 })
  expect(await entries()).toMatchObject([{ startTime: '2026-03-01T09:00:00.000Z', duration: 3_600_000 }])
})

test('M3 ambiguous dates are read day first until the caller chooses the order', async () => {
  const { preview, result } = await testImports()
  const text = 'Start,End\n03/04/2025 10:00,03/04/2025 11:00'
  expect(await preview(text)).toMatchObject({
    dateOrder: 'ambiguous',
    ambiguousDate: '03/04/2025',
    firstDay: '2025-04-03',
  })
  expect(await preview(text, 'zone=UTC&dateOrder=month-first')).toMatchObject({
    dateOrder: 'month-first',
    firstDay: '2025-03-04',
  })
  expect(await result(text, 'zone=UTC&dateOrder=month-first')).toMatchObject({ created: 1 })
})

test('M34 a file of several people is imported only if the caller says whose entries, or everybody’s', async () => {
  const { preview, result, requestImport } = await testImports()
  const text = togglFile(togglRow(), togglRow({ Email: 'bob@example.org' }))
  expect((await preview(text, 'zone=UTC&person=ann@example.org')).counts).toMatchObject({ rows: 2, new: 1, others: 1 })
  expect(await result(text, 'zone=UTC&person=ann@example.org')).toMatchObject({ created: 1 })
  const refused = await requestImport(text, 'zone=UTC')
  expect([refused.statusCode, Object.keys(refused.json().details)]).toEqual([400, ['person']])
  expect(await result(text, 'zone=UTC&person=*')).toMatchObject({ created: 1, duplicates: 1 })
})

test('M31 a preview shows that the unit of numbers is not known, until the caller says it', async () => {
  const { preview, result } = await testImports()
  const text = 'Date,Duration,Project\n2025-04-03,25,Web\n2025-04-03,50,Web'
  expect(await preview(text, 'zone=UTC')).toMatchObject({
    unit: 'ambiguous',
    unitInFile: null,
    ambiguousDuration: '25',
    counts: { new: 0, invalid: 2 },
    problems: { first: [{ kind: 'no-unit', value: '25' }, {}] },
  })
  expect(await preview(text, 'zone=UTC&unit=minutes')).toMatchObject({
    unit: 'minutes',
    ambiguousDuration: null,
    milliseconds: { all: 75 * 60_000, new: 75 * 60_000 },
  })
  expect(await result(text, 'zone=UTC&unit=minutes')).toMatchObject({ created: 2 })
})

test('M35 a preview shows the first rows, what was skipped above them, and the time of all rows', async () => {
  const { preview } = await testImports()
  const row = (person: string, start: string, hours: string) => `${person},${start},${hours},Web`
  const rows = [
    row('Ann', '2025-04-03 10:00', '1:00'),
    row('Ann', '2025-02-30 10:00', '2:00'),
    row('Ann', '2025-04-03 10:00', '30:00'),
    row('Bob', '2025-04-03 10:00', '4:00'),
    row('Ann', '2025-04-03 10:00', 'long'),
  ]
  const text = ['Time report', 'Person,Start,Duration,Project', ...rows].join('\n')
  const seen = await preview(text, 'zone=UTC&person=Ann')
  expect(seen).toMatchObject({
    skippedRows: 1,
    isEncodingCertain: true,
    counts: { rows: 5, new: 1, invalid: 3, others: 1 },
  })
  expect(seen.milliseconds).toEqual({
    all: 37 * 3_600_000,
    new: 3_600_000,
    duplicate: 0,
    invalid: 32 * 3_600_000,
    others: 4 * 3_600_000,
  })
  expect(seen.firstRows).toHaveLength(5)
  expect(seen.firstRows[0]).toEqual({ line: 3, cells: ['Ann', '2025-04-03 10:00', '1:00', 'Web'] })
  const wide = await preview(`Start,End\n${'x'.repeat(500)},y\n${'a,b\n'.repeat(20)}`, 'zone=UTC')
  expect(wide.firstRows).toHaveLength(8)
  expect(wide.firstRows[0]!.cells).toEqual(['x'.repeat(80), 'y'])
})

test('M1 the caller can say in which encoding the text is', async () => {
  const { preview } = await testImports()
  const bytes = Buffer.from('Start,End,Project\n2025-04-03 10:00,2025-04-03 11:00,\u00C8', 'latin1')
  expect(await preview(bytes, 'zone=UTC&encoding=windows-1251')).toMatchObject({
    encoding: 'windows-1251',
    isEncodingCertain: true,
    entries: [{ project: 'И' }],
  })
})
