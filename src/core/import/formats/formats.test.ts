import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeHeading } from '#core/import/file/headings.ts'
import type { ImportedRow } from '#core/import/import-model.ts'
import { readImportText, readTable } from '#core/import/testing/read-import-text.ts'
import { TABLES } from '#core/import/testing/tables.ts'
import type { FormatEntry } from './format.ts'
import { ARCHIVE_FORMATS, JSON_FORMATS, kindOfBytes, kindOfText, TEXT_FORMATS } from './formats.ts'
import { toCsvLine, toTable } from './format-table.ts'
import { findTableFormat } from './table-formats.ts'

const FOLDER = new URL('./fixtures/', import.meta.url)
const readFixture = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
const FIXTURES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name)

/** The folder as an archive. */
const archiveOf = (folder: string) => {
  const names = readdirSync(new URL(folder, FOLDER))
  return { names, readText: (name: string) => (names.includes(name) ? readFixture(`${folder}/${name}`) : undefined) }
}

const headingsOf = (text: string) => readTable(text).head?.headings.map(normalizeHeading) ?? []

/** The formats that recognise a file, and its table. */
function recognize(name: string) {
  const text = readFixture(name)
  const file = { name, text: text.slice(0, 2_000) }
  const kind = kindOfText(file)
  const value: unknown = kind === 'json' ? JSON.parse(text) : undefined
  const content = { name, text }
  const found = [
    ...JSON_FORMATS.filter((format) => kind === 'json' && format.recognizes(value)).map((format) => ({
      name: format.name,
      toText: () => toText(format.fields, format.read(value)),
    })),
    ...TEXT_FORMATS.filter((format) => format.recognizes(file)).map((format) => ({
      name: format.name,
      toText: () => toText(format.fields, format.read(content)),
    })),
  ]
  if (kind !== undefined) return found
  const table = findTableFormat(headingsOf(text))
  return table === undefined ? [] : [{ name: table.name, toText: () => text, columns: table.columns }]
}

const toText = (fields: Parameters<typeof toTable>[0], entries: Iterable<FormatEntry>) =>
  [...toTable(fields, entries)].map(toCsvLine).join('')

const describe = ({ start, end, durationMs, client, project, task, tags, notes }: ImportedRow) =>
  [
    `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(11, 16)}`,
    durationMs / 60_000,
    [client, project, task].join('/'),
    tags.join('+'),
    notes,
  ].join(' | ')

const read = (text: string, options: Parameters<typeof readImportText>[1] = {}) => {
  const { rows, problems } = readImportText(text, { zone: 'Europe/Madrid', ...options })
  return [
    ...rows.map(describe),
    ...problems.filter(({ kind }) => kind !== 'placed').map(({ kind, value }) => `${kind}: ${value}`),
  ]
}

// prettier-ignore
const EXPECTED: [fixture: string, format: string, rows: string[]][] = [
  ['super-productivity.json', 'super-productivity', [
    '2026-03-04T08:00/09:30 | 90 | /Website/Launch | deep | Write the text',
    '2026-03-02T08:00/08:10 | 10 | /Website/Plan |  | ',
  ]],
  ['watson-frames.json', 'watson', [
    '2026-03-04T09:00/10:30 | 90 | /web/ | deep+calm | ',
    '2026-03-04T11:30/12:00 | 30 | /mail/ |  | ',
  ]],
  ['watson-log.json', 'watson', ['2026-03-04T09:00/10:30 | 90 | /web/ | deep | ']],
  ['timewarrior.json', 'timewarrior', ['2026-03-04T09:00/10:30 | 90 | // | deep+two words | Sketch', 'no-end: ']],
  ['timewarrior.data', 'timewarrior', [
    '2026-03-04T09:00/10:30 | 90 | // | deep+two words | A "first" sketch',
    '2026-03-04T11:00/11:30 | 30 | // |  | ',
    'no-end: ',
  ]],
  ['hours.timeclock', 'timeclock', [
    '2026-03-04T08:00/09:30 | 90 | /Acme/Website:Design |  | First sketch',
    '2026-03-04T10:00/10:30 | 30 | /Mail/ |  | ',
    '2026-03-05T22:30/23:15 | 45 | /Acme/ |  | ',
    'no-end: ',
  ]],
  ['notes.org', 'org-mode', [
    '2026-03-04T08:00/09:30 | 90 | /Website/Draw the start page | work+acme+deep | ',
    '2026-03-05T07:15/07:45 | 30 | /Mail/ | work | ',
    'no-end: ',
  ]],
  ['calendar.ics', 'icalendar', [
    '2026-03-04T08:00/09:30 | 90 | /Work/ | deep+two words | Sketch, first part',
    '2026-03-04T11:00/12:30 | 90 | /Work/ |  | Call',
    'all-day-event: Holiday',
    'recurring-event: Weekly',
    'bad-date: 2026-03-07T09:00:00 Office Zone',
    'cancelled-event: Cancelled',
  ]],
  ['jira-issue.json', 'jira', ['2026-03-04T08:00/09:30 | 90 | //10010 |  | First sketch\nand more']],
  ['jira-search.json', 'jira', ['2026-03-04T08:00/09:30 | 90 | /Website/WEB-12 Draw the start page |  | Sketch']],
  ['tempo-cloud.json', 'tempo', ['2026-03-04T08:00/09:30 | 90 | //10010 |  | Sketch']],
  ['tempo-server.json', 'tempo', ['2026-03-04T08:00/09:30 | 90 | /WEB/WEB-12 Draw the start page |  | Sketch']],
  ['tempo.csv', 'tempo', ['2026-03-04T08:00/09:30 | 90 | /Website/WEB-12 |  | Sketch']],
  ['redmine.csv', 'redmine', [
    '2026-03-04T08:00/09:30 | 90 | /Website/Feature #12: Draw the start page | Design | Sketch',
    '2026-03-05T08:00/08:15 | 15 | /Website/ | Design | ',
  ]],
  ['pomofocus.csv', 'pomofocus', [
    '2026-03-04T08:00/08:25 | 25 | /Website/Draw |  | ',
    '2026-03-04T08:00/08:50 | 50 | /Website/Draw |  | ',
  ]],
  ['forest.csv', 'forest', ['2026-03-04T08:00/08:25 | 25 | // | Study | Reading']],
  ['atimelogger.csv', 'atimelogger', [
    '2026-03-04T08:00/09:30 | 90 | /Website/ |  | Sketch',
    '2026-03-04T22:45/23:15 | 30 | /Website/ |  | ',
  ]],
  ['simple-time-tracker.csv', 'simple-time-tracker', ['2026-03-04T08:00/09:30 | 90 | /Website/ | deep+calm | Sketch']],
  ['timetagger.txt', 'timetagger', [
    '2026-03-04T08:00/09:30 | 90 | // | web+deep | #web sketch #deep',
    '2026-03-04T11:00/11:30 | 30 | // |  | Mail',
  ]],
  ['timetagger.json', 'timetagger', ['2026-03-04T09:00/10:30 | 90 | // | web+deep | #web sketch #deep']],
]

test.each(EXPECTED)('M50 %s is a file of %s', (fixture, format, rows) => {
  const [found, ...others] = recognize(fixture)
  expect([found?.name, others]).toEqual([format, []])
  expect(read(found!.toText(), { columns: 'columns' in found! ? found.columns : [] })).toEqual(rows)
})

test('M50 our JSON export has every entry with its id, its segments and its texts', () => {
  const [found] = recognize('ritmo.json')
  const { head, records } = readTable(found!.toText())
  const cells = records.map(({ cells }) =>
    Object.fromEntries(head!.headings.map((heading, at) => [heading, cells[at]])),
  )
  expect(found!.name).toBe('ritmo')
  expect(cells).toMatchObject([
    {
      Start: '2026-03-02T09:00:00.400+01:00',
      Milliseconds: '4199600',
      Client: 'Acme; Sons',
      Tags: '"deep, calm", b',
      Notes: "'=Sketch\nand more",
      Entry: '019cb0f0-5a00-7000-8000-000000000001',
      Segments:
        '2026-03-02T09:00:00.400+01:00/2026-03-02T09:40:00+01:00; 2026-03-02T10:00:00+01:00/2026-03-02T10:30:00+01:00',
    },
    { Milliseconds: '3600000', Client: '', Project: "'-", Tags: '"-"', Notes: "'-" },
  ])
})

test('M50 the archive of solidtime is one table', () => {
  const archive = archiveOf('solidtime')
  const [format, ...others] = ARCHIVE_FORMATS.filter((format) => format.recognizes(archive))
  expect([format?.name, others]).toEqual(['solidtime', []])
  const text = toText(format!.fields, format!.read(archive))
  expect(read(text)).toEqual([
    '2026-03-04T09:00/10:30 | 90 | Acme/Website/Draw | deep+calm | Sketch, first',
    'no-end: ',
  ])
  expect(readImportText(text).analysis.people).toEqual([{ person: 'ann@example.org', rows: 2 }])
})

test('M51 ActivityWatch suggests times at the computer, without time away from the keyboard', () => {
  const [found] = recognize('activitywatch.json')
  const format = JSON_FORMATS.find(({ name }) => name === 'activitywatch')!
  expect([found?.name, format.isSuggestion]).toEqual(['activitywatch', true])
  expect([...format.read(JSON.parse(readFixture('activitywatch.json')))]).toEqual([
    {
      line: 1,
      start: '2026-03-04T09:00:00.000Z',
      end: '2026-03-04T09:40:00.000Z',
      milliseconds: 35 * 60_000,
      notes: 'Editor 0:25, Browser 0:10',
      segments: [
        ['2026-03-04T09:00:00.000Z', '2026-03-04T09:25:00.000Z'],
        ['2026-03-04T09:30:00.000Z', '2026-03-04T09:40:00.000Z'],
      ],
    },
  ])
})

test('every fixture is tried, and recognised by one format', () => {
  const tried = [...EXPECTED.map(([fixture]) => fixture), 'ritmo.json', 'activitywatch.json']
  expect(FIXTURES.toSorted()).toEqual(tried.toSorted())
  for (const fixture of FIXTURES) expect([fixture, recognize(fixture).length]).toEqual([fixture, 1])
})

test('M50 tables of other products are left to the recognition of headings', () => {
  for (const [, headings, row] of TABLES) {
    expect(kindOfText({ name: 'table.csv', text: `${headings}\n${row}` })).toBeUndefined()
    expect(findTableFormat(headingsOf(headings))).toBeUndefined()
  }
})

test('archives and workbooks are known by their first bytes', () => {
  expect(['504b030414', 'd0cf11e0a1b1', '6461746500'].map(kindOfBytes)).toEqual(['zip', 'old-workbook', undefined])
})

test('M50 no JSON makes a format fail, whatever its keys and values', () => {
  const key = fc.constantFrom(
    'entries',
    'data',
    'task',
    'project',
    'entities',
    'records',
    'worklogs',
    'issues',
    'fields',
  )
  const odd = fc.constantFrom('constructor', '__proto__', 'toString', 'buckets', 'events', 'timeSpentOnDay', 'hostname')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.boolean()),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.oneof(key, odd), tie('value')), { maxLength: 4 })
        .map((pairs) =>
          JSON.parse(
            `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`).join()}}`,
          ),
        ),
    ),
  }))
  fc.assert(
    fc.property(value, (value) => {
      for (const format of JSON_FORMATS) {
        format.recognizes(value)
        expect(toText(format.fields, format.read(value))).toMatch(/^Start/)
      }
    }),
    { numRuns: 500 },
  )
})

test('M50 no text makes a format fail', () => {
  const words = fc.constantFrom(
    'i ',
    'o ',
    '2026-03-04 09:00',
    'CLOCK: ',
    '[2026-03-04 Wed 09:00]',
    '--',
    '* ',
    ':a:',
    'inc ',
    '20260304T090000Z',
    ' - ',
    ' # ',
    '"',
    '\\',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'DTSTART',
    ':',
    ';TZID=',
    'RRULE',
    '\t',
    '\n',
    '\r\n',
    ' ',
    'x',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
      const file = { name: 'x', text: parts.join('') }
      for (const format of TEXT_FORMATS) {
        format.recognizes(file)
        expect(toText(format.fields, format.read(file))).toMatch(/^Start/)
      }
    }),
    { numRuns: 500 },
  )
})
