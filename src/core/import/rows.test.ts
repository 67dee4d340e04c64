import { expect, test } from 'vitest'
import { readImportText } from './testing/read-import-text.ts'
import { CLOCKIFY_ES, HARVEST, OWN_EXPORT, TABLES, TOGGL_NEW } from './testing/tables.ts'

const time = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
const minutes = (count: number) => count * 60_000

const ID = '018f0000-0000-7000-8000-000000000000'

/** Values that some formats do not have or write differently. */
const LACKING: Record<string, object> = {
  [TOGGL_NEW]: { client: '', task: '' },
  [CLOCKIFY_ES]: { task: '' },
  [HARVEST]: { tags: [] },
}

test.each(TABLES)('M2 a file of %s is recognized by its headings: %s', (format, headings, line) => {
  const { analysis, rows, problems } = readImportText(`${headings}\r\n${line}\r\n`)
  expect(analysis.format).toBe(format)
  expect(problems.filter(({ kind }) => kind !== 'placed')).toEqual([])
  const all = { project: 'Web', notes: 'Sketch', client: 'Acme', task: 'Draw', tags: ['a', 'b'] }
  expect(rows).toMatchObject([{ line: 2, durationMs: minutes(90), ...all, ...LACKING[headings] }])
  expect(time(rows[0]!.start)).toMatch(/T09:00:00Z$/)
  expect(time(rows[0]!.end)).toMatch(/T10:30:00Z$/)
})

// prettier-ignore
test.each<[why: string, cells: string, start: string, end: string, kind?: string]>([
  ['the end counts, not a rounded duration', '2026-03-04,09:00:00,2026-03-04,10:30:00,02:00:00', '09:00:00Z', '10:30:00Z', 'other-duration'],
  ['a duration rounded to minutes is no other', '2026-03-04,09:00:20,2026-03-04,10:30:00,01:29:00', '09:00:20Z', '10:30:00Z'],
  ['no end, but a duration',                 '2026-03-04,09:00:00,,,01:30:00',                   '09:00:00Z', '10:30:00Z'],
  ['a dash for no end',                      '2026-03-04,09:00:00,-,-,18:25 min',                '09:00:00Z', '09:18:25Z'],
  ['an end at the start, and a duration',    '2026-03-04,09:00:00,2026-03-04,09:00:00,01:30:00', '09:00:00Z', '10:30:00Z'],
  ['a duration that cannot be read beside an end', '2026-03-04,09:00:00,2026-03-04,10:30:00,soon', '09:00:00Z', '10:30:00Z'],
  ['a duration that is shorter, too',        '2026-03-04,09:00:00,2026-03-04,10:30:00,01:00:00', '09:00:00Z', '10:30:00Z', 'other-duration'],
  ['an end without a date',                  '2026-03-04,23:00,,01:00,',                         '23:00:00Z', '01:00:00Z'],
  ['twelve-hour clocks with and without seconds', '2026-03-04,09:00 AM,2026-03-04,01:00:30 PM,', '09:00:00Z', '13:00:30Z'],
])('M5 %s', (_, cells, start, end, kind) => {
  const { rows, problems } = readImportText(`Start date,Start time,End date,End time,Duration\n${cells}`)
  expect(problems.map((problem) => problem.kind)).toEqual(kind === undefined ? [] : [kind])
  expect(time(rows[0]!.start).slice(11)).toBe(start)
  expect(time(rows[0]!.end).slice(11)).toBe(end)
  expect(rows[0]!.durationMs).toBe(rows[0]!.end - rows[0]!.start)
})

// prettier-ignore
test.each<[why: string, cells: string, span: number, durationMs: number, kind?: string]>([
  ['a longer duration is cut, and a problem says so', '2026-03-04,09:00,10:00,1:30,', minutes(60), minutes(60), 'other-duration'],
  ['an end before the start is on the next day',  '2026-03-04,22:00,02:00,4:00,',  minutes(240), minutes(240)],
  ['a shorter duration has pauses',               '2026-03-04,09:00,11:00,1:30,',  minutes(120), minutes(90)],
  ['the same time a day later',                   '2026-03-04,09:00,09:00,24:00,', minutes(1440), minutes(1440)],
  ['an end just before the start is on the next', '2026-03-04,10:00,09:30,,',      minutes(1410), minutes(1410)],
  ['as many days as it lasted',                   '2026-03-04,09:00,20:00,35:00,', minutes(2100), minutes(2100)],
])('M5 of Kimai, %s', (_, cells, span, durationMs, kind) => {
  const { rows, problems } = readImportText(`Date,From,To,Duration,Activity\n${cells}`, { keepsLong: true })
  const [row] = rows
  expect(problems.map((problem) => problem.kind)).toEqual(kind === undefined ? [] : [kind])
  expect(row!.end - row!.start).toBe(span)
  expect(row!.durationMs).toBe(durationMs)
})

test.each(['5400000x', 'x5400000', ''])('M5 milliseconds that are no whole number are ignored: %j', (cell) => {
  const [row] = readImportText(`Start,Milliseconds,Duration\n2026-03-04 09:00,${cell},1:00`).rows
  expect(row!.durationMs).toBe(minutes(60))
})

// prettier-ignore
test.each([
  ['Date,Duration',        '2026-03-04 00:00,1:00',                              '2026-03-04T09:00:00Z'],
  ['Date,Duration',        '3/14/2026 12:00:00 AM,1:00',                         '2026-03-14T09:00:00Z'],
  ['Date,Duration',        '2026-03-04T00:00:00+02:00,1:00',                     '2026-03-04T09:00:00Z'],
  ['Start Date,Duration',  '2026-03-04 14:30:00,1:00',                           '2026-03-04T14:30:00Z'],
  ['Start Date,Duration',  '03/14/2026 2:30 PM,1:00',                            '2026-03-14T14:30:00Z'],
  ['Start Date,Duration',  '2026-03-04T14:30:00+02:00,1:00',                     '2026-03-04T12:30:00Z'],
  ['Date,Start time,Duration', '2026-03-04 14:30:00,16:00,1:00',                 '2026-03-04T16:00:00Z'],
  ['Date,Start time,Duration', '2026-03-04T00:00:00Z,16:00,1:00',                '2026-03-04T16:00:00Z'],
  ['Date,Start,End',       '2026-03-04T22:00:00-05:00,16:00,17:00',              '2026-03-04T16:00:00Z'],
  ['start_time,end_time',  '2026-03-04 09:00:00,2026-03-04 10:00:00',            '2026-03-04T09:00:00Z'],
  ['start_time,end_time',  '2026-03-04T09:00:00+02:00,2026-03-04T10:00:00Z',     '2026-03-04T07:00:00Z'],
  ['start_time,duration',  '1772618400,1:00',                                    '2026-03-04T10:00:00Z'],
  ['startTime,endTime',    '2026-03-04 09:00,10:00',                             '2026-03-04T09:00:00Z'],
  ['time started,time ended', '2026-03-04 09:00:00,2026-03-04 10:00:00',         '2026-03-04T09:00:00Z'],
  ['Date,Time started,Time ended', '2026-03-04,09:00,10:00',                     '2026-03-04T09:00:00Z'],
  ['Start date,End date',  '2026-03-04 09:00,2026-03-04 10:00',                  '2026-03-04T09:00:00Z'],
  ['Date,End time,Duration', '2026-03-04,10:00,1:00',                            '2026-03-04T09:00:00Z'],
  ['Date,End,Duration',    '2026-03-04,2026-03-05T00:30Z,1:00',                  '2026-03-04T23:30:00Z'],
  ['Clock in,Clock out',   '2026-03-04 09:00,2026-03-04 10:00',                  '2026-03-04T09:00:00Z'],
  ['Start,Start date,End', '2026-03-04T09:00Z,soon,2026-03-04T10:00Z',           '2026-03-04T09:00:00Z'],
  ['Start,Duration',       '2026-03-04 09:00,1:00',                              '2026-03-04T09:00:00Z'],
])('M4 the start is read from these columns: %s: %s', (headings, cells, start) => {
  expect(readImportText(`${headings}\n${cells}`).rows.map((row) => time(row.start))).toEqual([start])
})

test('M4 midnight in a date column is a time of day if other rows of the column have one', () => {
  const { rows } = readImportText('Date,Duration\n2026-03-04 00:00,1:00\n2026-03-05 14:30,1:00')
  expect(rows.map(({ start }) => time(start))).toEqual(['2026-03-04T00:00:00Z', '2026-03-05T14:30:00Z'])
})

// prettier-ignore
test.each([
  ['in the repeated hour the duration decides',  '2026-10-25,01:30,2026-10-25,02:30,1:00', '2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', []],
  ['… and tells the second time from the first', '2026-10-25,01:30,2026-10-25,02:30,2:00', '2026-10-24T23:30:00Z', '2026-10-25T01:30:00Z', []],
  ['… for a start too',                          '2026-10-25,02:30,2026-10-25,03:30,1:00', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z', []],
  ['… and without one the time that fits',       '2026-10-25,02:45,2026-10-25,02:15,',     '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z', ['repeated-hour']],
  ['… of several the shortest and first',        '2026-10-25,02:15,2026-10-25,02:45,',     '2026-10-25T00:15:00Z', '2026-10-25T00:45:00Z', ['repeated-hour']],
  ['… also if only the start is repeated',       '2026-10-25,02:55,2026-10-25,03:05,',     '2026-10-25T01:55:00Z', '2026-10-25T02:05:00Z', ['repeated-hour']],
  ['… or only the end',                          '2026-10-25,01:55,2026-10-25,02:05,',     '2026-10-24T23:55:00Z', '2026-10-25T00:05:00Z', ['repeated-hour']],
  ['… but never so that it starts after its end', '2026-03-29,02:30,2026-03-29,03:00,',     '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', ['skipped-hour']],
  ['… and an entry within it keeps its length',  '2026-03-29,02:10,2026-03-29,02:40,',     '2026-03-29T01:10:00Z', '2026-03-29T01:40:00Z', ['skipped-hour']],
  ['a skipped hour uses the offset before',       '2026-03-29,02:30,2026-03-29,04:00,',     '2026-03-29T01:30:00Z', '2026-03-29T02:00:00Z', ['skipped-hour']],
])('M6 %s', (_, cells, start, end, kinds) => {
  const file = `Start date,Start time,End date,End time,Duration\n${cells}`
  const { rows, problems } = readImportText(file, { zone: 'Europe/Madrid' })
  expect(rows.map((row) => [time(row.start), time(row.end)])).toEqual([[start, end]])
  expect(problems.map(({ kind }) => kind)).toEqual(kinds)
})

// prettier-ignore
test.each([
  ['a formula with the guard of Ritmo', `'=1+2`,        '=1+2'],
  ['a formula with its own apostrophe', `''=1+2`,       `'=1+2`],
  ['a guarded dash is text',          `'-`,           '-'],
  ['a bare dash is empty',            '-',            ''],
  ['a formula with the guard of Kimai', `' =1+2`,       '=1+2'],
  ['DDE with the guard of Kimai',     `' see DDE`,    'see DDE'],
  ['an apostrophe that is text',      `'tis nothing`, `'tis nothing`],
  ['spaces around it',                ' x ',          ' x '],
])('M7 notes: %s', (_, cell, notes) => {
  expect(readImportText(`Start,Duration,Notes\n2026-03-04 09:00,1:00,"${cell}"`).rows[0]!.notes).toBe(notes)
})

// prettier-ignore
test.each([
  ['no-date',          ',10:00,11:00,1:00,,'],
  ['no-end',           '2026-03-04,10:00,,,,'],
  ['no-start',         '2026-03-04,,11:00,,,'],
  ['bad-date',         '2026-02-30,10:00,11:00,1:00,,'],
  ['bad-time',         '2026-03-04,10:99,11:00,1:00,,'],
  ['bad-time',         '2026-03-04,10:00,11:99,1:00,,'],
  ['bad-duration',         '2026-03-04,,11:00,soon,,'],
  ['no-time',          '2026-03-04,10:00,,0:00,,'],
  ['bad-duration',     '2026-03-04,10:00,,soon,,'],
  ['bad-duration',     '2026-03-04,10:00,,-1:00,,'],
  ['end-before-start', '2026-03-04,10:00,2026-03-04 09:00,,,'],
  ['no-time',          '2026-03-04,10:00,10:00,0:00,,'],
  ['too-long',         '2026-03-04,10:00,,24:01,,'],
  ['out-of-range',     '1999-03-04,10:00,11:00,,,'],
  ['out-of-range',     '2026-11-17,10:00,11:00,,,'],
  ['bad-name',         '2026-03-04,10:00,11:00,,"two\nlines",'],
  ['bad-name',         '2026-03-04,10:00,11:00,,,a\u0007b'],
  ['no-unit',          '2026-03-04,10:00,,25,,'],
  ['no-unit',          '2026-03-04,,,25,,'],
  ['too-many-tags',    `2026-03-04,10:00,11:00,,,"${Array.from({ length: 101 }, (_, tag) => tag).join(', ')}"`],
  ['open-quote',       '2026-03-04,10:00,11:00,1:00,"Web,'],
])('M8 a row is not imported because of %s (%s)', (kind, cells) => {
  const { rows, problems } = readImportText(`Date,From,To,Duration,Project,Tags\n${cells}\n`)
  expect(rows).toEqual([])
  expect(problems).toMatchObject([{ line: 2, kind }])
})

test('M8 a huge cell does not slow down reading', () => {
  const length = 24_000
  const long = `1${' '.repeat(length)}x`
  const { rows, problems } = readImportText(`Start,End,Duration,Tags\n${long},${long},${long},"${', '.repeat(length)}"`)
  expect(rows).toEqual([])
  expect(problems.map(({ kind }) => kind)).toEqual(['bad-date', 'too-many-tags'])
})

test('M8 rows of more than a day are imported on request, and long notes are cut', () => {
  const long = `Date,From,Duration,Notes\n2026-03-04,10:00,30:00,${'x'.repeat(1_999)}😀`
  const { rows, problems } = readImportText(long, { keepsLong: true })
  expect(rows[0]).toMatchObject({ durationMs: minutes(1_800), notes: 'x'.repeat(1_999) })
  expect(problems).toMatchObject([{ line: 2, column: 3, kind: 'cut-notes' }])
})

// prettier-ignore
test.each([
  ['pauses',            '09:00:00', '10:30:00', 5_000_000, 'None',           '10:30:00Z', 5_000_000],
  ['milliseconds',      '09:00:00', '10:30:00', 5_400_700, 'None',           '10:30:00Z', 5_400_700],
  ['rounded up',        '09:00:00', '10:30:00', 7_200_000, 'Up to 1 h',      '10:30:00Z', 5_400_000],
  ['rounded down',      '09:00:00', '10:30:00', 3_600_000, 'Down to 1 h',    '10:30:00Z', 3_600_000],
  ['no milliseconds',   '09:00:00', '10:30:00', 0,         'None',           '10:30:00Z', 5_400_000],
  ['rounded to nothing', '09:00:00', '10:30:00', 0,        'Down to 2 h',    '10:30:00Z', 5_400_000],
])('M9 an export of Ritmo: %s', (_, start, end, milliseconds, rounding, ended, durationMs) => {
  const cells = `2026-03-04,2026-03-04T${start}Z,2026-03-04T${end}Z,,,${milliseconds},,Web,,,,manual,UTC,${rounding},${ID}`
  const [row] = readImportText(`${OWN_EXPORT}\n${cells}`).rows
  expect(time(Math.floor(row!.end / 1_000) * 1_000).slice(11)).toBe(ended)
  expect(row).toMatchObject({ durationMs, entry: ID })
  expect(row!.end - row!.start).toBeGreaterThanOrEqual(durationMs)
})

test('M9 only valid entry ids are used, and only from an export of Ritmo', () => {
  const times = '2026-03-04,2026-03-04T09:00:00Z,2026-03-04T10:00:00Z,,,3600000'
  const ours = (entry: string) =>
    readImportText(`${OWN_EXPORT}\n${times},,Web,,,,manual,UTC,None,${entry}`).rows[0]!.entry
  expect([ours(ID.toUpperCase()), ours('running'), ours('')]).toEqual([ID, undefined, undefined])
  const columns = [{ index: 2, field: 'entry' as const }]
  const other = readImportText(`Start,End,Entry\n2026-03-04 09:00,2026-03-04 10:00,${ID}`, { columns })
  expect(other.rows[0]!.entry).toBeUndefined()
})

const MS = (text: string) => Date.parse(text)
const withSegments = (
  segments: string,
  { milliseconds = '5400000', rounding = 'None', start = '09:00:00', end = '11:00:00' } = {},
) =>
  readImportText(
    `${OWN_EXPORT},Segments\n2026-03-04,2026-03-04T${start}Z,2026-03-04T${end}Z,,,${milliseconds},,Web,,"a, b",,manual,UTC,${rounding},${ID},"${segments}"`,
    { zone: 'Europe/Madrid' },
  )

// prettier-ignore
test.each<[why: string, cell: string, segments: [string, string][]]>([
  ['with a pause',          '2026-03-04T09:00:00.001Z/2026-03-04T10:00:00Z; 2026-03-04T10:30:00Z/2026-03-04T11:00:00.5Z', [['2026-03-04T09:00:00.001Z', '2026-03-04T10:00:00Z'], ['2026-03-04T10:30:00Z', '2026-03-04T11:00:00.5Z']]],
  ['of one',                '2026-03-04T09:00:00+01:00/2026-03-04T10:30:00+01:00',                                        [['2026-03-04T08:00:00Z', '2026-03-04T09:30:00Z']]],
  ['in local time',         '2026-03-04T09:00:00/2026-03-04T10:30:00',                                                    [['2026-03-04T08:00:00Z', '2026-03-04T09:30:00Z']]],
  ['that touch',            '2026-03-04T09:00Z/2026-03-04T10:00Z;2026-03-04T10:00Z/2026-03-04T10:30Z',                    [['2026-03-04T09:00Z', '2026-03-04T10:00Z'], ['2026-03-04T10:00Z', '2026-03-04T10:30Z']]],
])('M9 segments %s come back to the millisecond, and decide start, end and duration', (_why, cell, times) => {
  const segments = times.map(([start, end]) => [MS(start), MS(end)])
  for (const options of [{}, { milliseconds: '7200000', rounding: 'Up to 1 h' }]) {
    const { rows, problems } = withSegments(cell, options)
    expect(problems).toEqual([])
    const durationMs = segments.reduce((sum, [start, end]) => sum + end! - start!, 0)
    expect(rows).toMatchObject([{ start: segments[0]![0], end: segments.at(-1)![1], durationMs, segments, areTagsExact: true }])
  }
})

// prettier-ignore
test.each([
  'soon', '2026-03-04T09:00Z', '2026-03-04T09:00Z/', '2026-03-04T10:00Z/2026-03-04T09:00Z', '2026-03-04T09:00Z/2026-03-04T09:00Z',
  '2026-03-04T09:00Z/2026-03-04T10:00Z; 2026-03-04T09:30Z/2026-03-04T11:00Z', '2026-03-04T09:00Z/2026-03-04T10:00Z/2026-03-04T11:00Z',
  '09:00/10:00', '2026-03-04/2026-03-05', '2026-03-04T09:00Z/2026-03-04T10:00Z;',
  Array.from({ length: 1_001 }, (_, index) => `${1_772_618_400 + 2 * index}/${1_772_618_401 + 2 * index}`).join(';'),
])('M9 segments that are none, overlap or are too many leave out the row: %s', (cell) => {
  const { rows, problems } = withSegments(cell)
  expect(rows).toEqual([])
  expect(problems).toMatchObject([{ kind: 'bad-time', column: 15, value: cell.slice(0, 80) }])
})

test('M9 an entry with as many segments as can be stored is read', () => {
  const from = Date.UTC(2026, 2, 4, 9)
  const time = (at: number) => new Date(at).toISOString().replace('Z', '+00:00')
  const segments = Array.from(
    { length: 1_000 },
    (_, index) => [from + 2_000 * index, from + 2_000 * index + 999] as const,
  )
  const cell = segments.map(([start, end]) => `${time(start)}/${time(end)}`).join('; ')
  expect(withSegments(cell).rows).toMatchObject([{ segments, durationMs: 999_000 }])
})
