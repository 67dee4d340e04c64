import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CELL_LENGTH } from './read-cell.ts'
import { MAX_ROW_LENGTH } from './split-rows.ts'
import { createTableReader } from './table.ts'
import { readTable } from './testing/read-import-text.ts'

const recordsOf = (text: string) => readTable(text).records
function read(text: string, partLength?: number) {
  const { head, records } = readTable(text, partLength)
  return [head!.headings, ...records.map(({ cells }) => cells)]
}

// prettier-ignore
test.each([
  ['commas',                              'a,b\n1,2\n',                  [['a', 'b'], ['1', '2']]],
  ['semicolons',                          'a;b\n1,5;2\n',                [['a', 'b'], ['1,5', '2']]],
  ['tabs',                                'a\tb\n1\t2',                 [['a', 'b'], ['1', '2']]],
  ['bars',                                'a|b\n1|2',                    [['a', 'b'], ['1', '2']]],
  ['a delimiter inside a quoted heading', '"a;b;c",d\n1,2',              [['a;b;c', 'd'], ['1', '2']]],
  ['a delimiter in a `sep=` line',        'sep=;\r\na;b\r\n1;2',         [['a', 'b'], ['1', '2']]],
  ['a `sep=` that is not the first line', 'a,b\nsep=;\n1,2',           [['a', 'b'], ['sep=;'], ['1', '2']]],
  ['spaces around its headings',          ' a , b \n1,2',                [['a', 'b'], ['1', '2']]],
  ['quotes around everything',            '"a","b"\r\n"1","2"\r\n',      [['a', 'b'], ['1', '2']]],
  ['doubled quotes',                      'a,b\n"say ""hi""",2',         [['a', 'b'], ['say "hi"', '2']]],
  ['a quote inside a plain cell',         'a,b\n5" pipe,2',              [['a', 'b'], ['5" pipe', '2']]],
  ['text behind a closing quote',         'a,b\n"1"x,2',                 [['a', 'b'], ['1x', '2']]],
  ['a backslash is a character',             'a,b\n"1\\",2',                [['a', 'b'], ['1\\', '2']]],
  ['line breaks inside quotes',           'a,b\n"1\r\n2",3',             [['a', 'b'], ['1\r\n2', '3']]],
  ['lines that end with returns',         'a,b\r1,2\r3,4',               [['a', 'b'], ['1', '2'], ['3', '4']]],
  ['empty lines, and lines of nothing',   'a,b\n\n,\n1,2\n  \n',         [['a', 'b'], ['1', '2']]],
  ['short and long rows',                 'a,b\n1\n1,2,3',               [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['an empty last cell',                  'a,b\n1,',                     [['a', 'b'], ['1', '']]],
])('M1 a table is read with %s', (_, text, cells) => {
  expect(read(text)).toEqual(cells)
  expect(read(text, 1)).toEqual(cells)
})

test.each(['', '\n\n', ' \r\n,,'])('M1 %j is not a table', (text) => {
  expect(readTable(text).head).toBeUndefined()
})

// prettier-ignore
test.each([
  ['a\n"1\n\r\n2"\n\n3\r\n4',    [2, 6, 7]],
  ['a\r"one\r\rtwo\r\n"\r3\r4',   [2, 6, 7]],
  ['sep=;\r\na;b\r\n1;2\r\n3;4', [3, 4]],
  ['sep=;\n\n\na;b\n1;2',          [5]],
])('M1 a row has the line on which it begins: %j', (text, lines) => {
  expect(recordsOf(text).map(({ line }) => line)).toEqual(lines)
  expect(readTable(text, 1).records.map(({ line }) => line)).toEqual(lines)
})

test('M1 a quotation mark that never closes takes the rest of the file, and the row says so', () => {
  const records = recordsOf('a,b\n1,2\n"3,4\n5,6')
  expect(records.map(({ line, isOpen }) => [line, isOpen])).toEqual([
    [2, false],
    [3, true],
  ])
  const [long] = recordsOf(`a\n"${'x'.repeat(200)}`)
  expect(long!.cells).toEqual([`"${'x'.repeat(99)}`])
})

test('M1 headings may follow empty lines, up to a limit', () => {
  expect(readTable(`${'\n'.repeat(999)}a,b\n1,2`).head?.headings).toEqual(['a', 'b'])
  expect(readTable(`${' ,\n'.repeat(1_000)}a,b\n1,2`).head).toBeUndefined()
  const reader = createTableReader()
  expect([...reader.read('\n'.repeat(20_000), { isLast: false })]).toEqual([])
  expect(reader.isOver()).toBe(true)
})

test('M1 cells beyond the first 500 of a row are dropped', () => {
  const { head, records } = readTable(`a${',b'.repeat(600)}\n${'1,'.repeat(600)}`)
  expect([head!.headings.length, records[0]!.cells.length]).toEqual([500, 500])
})

const xs = (length: number) => 'x'.repeat(length)

// prettier-ignore
test.each<[what: string, before: string, longest: string, longer: string, after: string]>([
  ['a plain cell',                'a,b\n1,2\n', xs(MAX_CELL_LENGTH),                            'x',  '\n'],
  ['a quoted cell',               'a,b\n1,2\n', `"${xs(MAX_CELL_LENGTH - 2)}"`,                 'x',  '\n'],
  ['a cell of quotation marks',   'a,b\n1,2\n', `"${'""'.repeat(MAX_CELL_LENGTH / 2 - 1)}"`,    '""', '\n'],
  ['an open quotation mark',      'a,b\n1,2\n', `"${xs(MAX_CELL_LENGTH - 1)}`,                  'x',  ''],
  ['text behind a closing quote', 'a,b\n1,2\n', `""${xs(MAX_CELL_LENGTH - 2)}`,                 'x',  '\n'],
  ['a row of commas',             'a,b\n1,2\n', `x${','.repeat(MAX_ROW_LENGTH - 1)}`,           ',',  '\n'],
  ['a row of long cells',         'a,b\n1,2\n', `x,${`${xs(49_999)},`.repeat(20).slice(0, -2)}`, 'x', '\n'],
  ['a heading',                   'a,',         xs(MAX_CELL_LENGTH),                            'x',  '\n1,2'],
])('M8 %s of the greatest length is read, and a longer one ends the file at its row', (_, before, longest, longer, after) => {
  const middle = longest.length / 2
  const tooLong = `${before}${longest.slice(0, middle)}${longer}${longest.slice(middle)}${after}\nx,y`
  for (const partLength of [undefined, 4_096]) {
    expect(readTable(before + longest + after, partLength).records.map(({ isTooLong }) => isTooLong)).not.toContain(true)
    const { records } = readTable(tooLong, partLength)
    expect(records.filter(({ isTooLong }) => isTooLong)).toMatchObject([{ line: before.split('\n').length }])
    expect(records.at(-1)!.isTooLong).toBe(true)
  }
})

const character = fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a', 'é')

test('M14 a reader of any text keeps no more than one cell for the next part', () => {
  const fragment = fc.tuple(
    fc.string({ unit: character, minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 60_000 }),
  )
  fc.assert(
    fc.property(fc.array(fragment, { minLength: 1, maxLength: 3 }), (fragments) => {
      const text = `a,b\n${fragments.map(([unit, count]) => unit.repeat(count)).join('')}`
      const reader = createTableReader()
      let longestRow = 0
      for (let from = 0; from < text.length; from += 16_384) {
        for (const { cells } of reader.read(text.slice(from, from + 16_384), { isLast: false }))
          longestRow = Math.max(longestRow, cells.join('').length)
        expect(reader.unreadLength()).toBeLessThanOrEqual(MAX_CELL_LENGTH)
      }
      expect(longestRow).toBeLessThanOrEqual(MAX_ROW_LENGTH)
    }),
    { numRuns: process.env['MUTATE'] ? 5 : 50 },
  )
})

test('M1 any cells quoted as in RFC 4180 are read back unchanged', () => {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const tables = fc.array(fc.array(fc.string({ unit: character }), { minLength: 2, maxLength: 2 }), { maxLength: 5 })
  fc.assert(
    fc.property(
      tables,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.integer({ min: 1, max: 9 }),
      (rows, newline, partLength) => {
        const text = [['h1', 'h2'], ...rows].map((cells) => cells.map(quote).join(',')).join(newline)
        const written = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
        expect(read(text).slice(1)).toEqual(written)
        expect(read(text, partLength).slice(1)).toEqual(written)
      },
    ),
  )
})
