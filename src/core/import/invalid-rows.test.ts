import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readImportText, readTable } from './testing/read-import-text.ts'
import { TABLES } from './testing/tables.ts'
import { FATAL_PROBLEMS } from './import-model.ts'

const NOW = Date.UTC(2026, 10, 15)
const CENTURY = Date.UTC(2099, 11, 31)

// prettier-ignore
test.each<[now: number, cells: string, kinds: string[]]>([
  [NOW,     '2000-01-01 00:00,1:00',        []],
  [NOW,     '1999-12-31 23:59,1:00',        ['out-of-range']],
  [NOW,     '2026-11-14 12:00,1:00',        []],
  [NOW,     '2026-11-16 00:00,1:00',        []],
  [NOW,     '2026-11-16 00:01,1:00',        ['out-of-range']],
  [CENTURY, '2099-12-31 23:00,0:59',        []],
  [CENTURY, '2099-12-31 23:00,1:00',        ['out-of-range']],
  [NOW,     '2026-03-04 09:00,24:00',       []],
  [NOW,     '2026-03-04 09:00,24:00:01',    ['too-long']],
])('M8 rows from 2000 to 2099, up to a day ahead and a day long are valid, to the millisecond: %d %s', (now, cells, kinds) => {
  expect(readImportText(`Start,Duration\n${cells}`, { now }).problems.map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  ['1000:00', []],
  ['1000:00:01', ['endless']],
])('M8 if rows of more than a day are kept, those up to a thousand hours are valid: %s', (length, kinds) => {
  const { problems } = readImportText(`Start,Duration\n2026-03-04 09:00,${length}`, { now: NOW, keepsLong: true })
  expect(problems.map(({ kind }) => kind)).toEqual(kinds)
})

// prettier-ignore
test.each<[why: string, headings: string, absurd: string, sound: string, keepsLong: boolean, kind: string]>([
  ['without times',             'Date,Duration',                           '2026-03-04,99999999999999:00',             '2026-03-04,1:00',             false, 'too-long'],
  ['without times, long kept',  'Date,Duration',                           '2026-03-04,99999999999999:00',             '2026-03-04,1:00',             true,  'endless'],
  ['of over 1,000 hours',       'Date,Duration',                           '2026-03-04,1000:00:01',                    '2026-03-04,1:00',             true,  'endless'],
  ['in milliseconds',           'Date,Milliseconds',                       `2026-03-04,${'9'.repeat(60)}`,             '2026-03-04,3600000',          false, 'too-long'],
  ['in hours',                  'Date,Hours',                              `2026-03-04,${'9'.repeat(60)}`,             '2026-03-04,1',                false, 'too-long'],
  ['with an end without a date', 'Start date,Start time,End time,Duration', '2026-03-04,09:00,10:00,99999999999999:00', '2026-03-04,09:00,10:00,1:00', false, 'too-long'],
  ['… and kept',                'Start date,Start time,End time,Duration', '2026-03-04,09:00,10:00,99999999999999:00', '2026-03-04,09:00,10:00,1:00', true,  'endless'],
  ['with a negative duration',  'Start,Duration',                          '2026-03-04 09:00,-99999999999999:00',      '2026-03-04 09:00,1:00',       false, 'bad-duration'],
  ['in the year 275760',        'Date,Duration',                           '12 Sep 275760,1:00',                       '2026-03-04,1:00',             false, 'bad-date'],
])('M8 a row that is too long or out of range does not affect other rows: %s', (_why, headings, absurd, sound, keepsLong, kind) => {
  const { rows, problems } = readImportText([headings, ...Array.from({ length: 3_000 }, () => absurd), sound].join('\n'), { keepsLong })
  expect(rows).toMatchObject([{ start: Date.UTC(2026, 2, 4, 9), end: Date.UTC(2026, 2, 4, 10), durationMs: 3_600_000 }])
  expect(problems.filter(({ line }) => line === 2).at(-1)).toMatchObject({ kind })
})

const digits = fc.bigInt({ min: 0n, max: 10n ** 60n }).map(String)
const anyCell = fc.oneof(
  fc.string(),
  digits,
  digits.map((hours) => `${hours}:00`),
  fc.string({ unit: fc.constantFrom('0', '1', '9', ':', '.', ',', '-', '/', '+', ' ', 'T', 'Z', 'h', 'm', 'p') }),
  fc.constantFrom('', '-', '24:00', '-1:00', '1e308', '0000-01-01T00:00Z', '9999-12-31', '12 Sep 275760'),
)
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test.each(TABLES)(
  'M8 whatever is in its cells, a row of %s is read or left out with a reason: %s',
  (_, headings, line) => {
    const { head, records } = readTable(`${headings}\n${line}`)
    const delimiter = head!.delimiter!
    const cells = records[0]!.cells.map((cell) => fc.oneof({ weight: 4, arbitrary: fc.constant(cell) }, anyCell))
    // The first cell is never empty, because empty rows are skipped.
    const table = fc.array(fc.tuple(fc.constant('x'), ...cells), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(table, fc.constantFrom('UTC', 'Europe/Madrid'), fc.boolean(), (table, zone, keepsLong) => {
        const lines = table.map((cells) => cells.map(quote).join(delimiter))
        const { rows, problems } = readImportText([`x${delimiter}${headings}`, ...lines].join('\n'), {
          zone,
          keepsLong,
        })
        const fatal = problems.filter(({ kind }) => (FATAL_PROBLEMS as readonly string[]).includes(kind))
        expect(rows.length + new Set(fatal.map(({ line }) => line)).size).toBe(table.length)
        for (const { start, end, durationMs } of rows) {
          expect(start).toBeGreaterThanOrEqual(Date.UTC(2000))
          expect(end).toBeLessThan(Date.UTC(2100))
          expect(durationMs).toBeGreaterThan(0)
          expect([start, end, durationMs].every(Number.isInteger)).toBe(true)
        }
      }),
    )
  },
)

const LONG = 'x'.repeat(100)
const HUNDRED = Array.from({ length: 100 }, (_, tag) => `t${tag}`)

// prettier-ignore
test.each<[heading: string, cell: string, value: string | string[]]>([
  ['Project', ` ${LONG} `,               LONG],
  ['Client',  ' Acme ',                  'Acme'],
  ['Task',    '-',                       ''],
  ['Tags',    'a;b; c, d',               ['a', 'b', 'c', 'd']],
  ['Tags',    'a, , b, a',               ['a', 'b']],
  ['Tags',    HUNDRED.join(', '),        HUNDRED],
  ['Notes',   'a\0b',                    'ab'],
  ['Notes',   'x'.repeat(2_000),         'x'.repeat(2_000)],
])('M8 %s of %j is imported unchanged', (heading, cell, value) => {
  const { rows, problems } = readImportText(`Start,Duration,${heading}\n2026-03-04 09:00,1:00,"${cell}"`)
  expect(problems).toEqual([])
  expect(rows[0]).toMatchObject({ [heading.toLowerCase()]: value })
})

test.each(['Client', 'Project', 'Task', 'Tags'])('M8 a row with an invalid name in %s is not imported', (heading) => {
  const { rows, problems, statedMs } = readImportText(`Start,Duration,${heading}\n2026-03-04 09:00,1:00,${LONG}\u0007`)
  expect(rows).toEqual([])
  expect(problems).toEqual([{ line: 2, column: 2, kind: 'bad-name', value: LONG.slice(0, 80) }])
  expect(statedMs).toBe(3_600_000)
})

test('M8 a problem of a whole row has no column', () => {
  const { problems } = readImportText('Start,Duration\n,1:00')
  expect(problems).toEqual([{ line: 2, column: null, kind: 'no-date', value: '' }])
})

test('M8 long notes are cut, but not within a character', () => {
  const [row] = readImportText(`Start,Duration,Notes\n2026-03-04 09:00,1:00,😀${'x'.repeat(2_000)}`).rows
  expect(row!.notes).toBe(`😀${'x'.repeat(1_998)}`)
})

test('M8 missing cells of a short row are empty', () => {
  const [row] = readImportText('Start,Duration,Project,Task,Tags,Notes\n2026-03-04 09:00,1:00').rows
  expect(row).toMatchObject({ project: '', task: '', client: '', tags: [], notes: '' })
})
