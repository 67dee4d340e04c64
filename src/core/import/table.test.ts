import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptyRecord, openTable } from './table.ts'

const recordsOf = (text: string) => [...openTable(text)!.records()].filter((record) => !isEmptyRecord(record))
const read = (text: string) => [openTable(text)!.headings, ...recordsOf(text).map(({ cells }) => cells)]

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
  ['a backslash is a letter',             'a,b\n"1\\",2',                [['a', 'b'], ['1\\', '2']]],
  ['line breaks inside quotes',           'a,b\n"1\r\n2",3',             [['a', 'b'], ['1\r\n2', '3']]],
  ['lines that end with returns',         'a,b\r1,2\r3,4',               [['a', 'b'], ['1', '2'], ['3', '4']]],
  ['empty lines, and lines of nothing',   'a,b\n\n,\n1,2\n  \n',         [['a', 'b'], ['1', '2']]],
  ['short and long rows',                 'a,b\n1\n1,2,3',               [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['an empty last cell',                  'a,b\n1,',                     [['a', 'b'], ['1', '']]],
])('M1 a table is read with %s', (_, text, cells) => {
  expect(read(text)).toEqual(cells)
})

test.each(['', '\n\n', ' \r\n,,'])('M1 %j is not a table', (text) => {
  expect(openTable(text)).toBeUndefined()
})

// prettier-ignore
test.each([
  ['a\n"1\n\r\n2"\n\n3\r\n4',    [2, 6, 7]],
  ['a\r"one\r\rtwo\r\n"\r3\r4',   [2, 6, 7]],
  ['sep=;\r\na;b\r\n1;2\r\n3;4', [3, 4]],
])('M1 a row has the line on which it begins: %j', (text, lines) => {
  expect(recordsOf(text).map(({ line }) => line)).toEqual(lines)
})

test('M1 a quotation mark that never closes takes the rest of the file, and the row says so', () => {
  const records = [...openTable('a,b\n1,2\n"3,4\n5,6')!.records()]
  expect(records.map(({ line, isOpen }) => [line, isOpen])).toEqual([
    [2, false],
    [3, true],
  ])
  const [long] = openTable(`a\n"${'x'.repeat(200)}`)!.records()
  expect(long!.cells).toEqual([`"${'x'.repeat(99)}`])
})

test('M1 headings may follow empty lines, up to a limit', () => {
  expect(openTable(`${'\n'.repeat(999)}a,b\n1,2`)!.headings).toEqual(['a', 'b'])
  expect(openTable(`${' ,\n'.repeat(1_000)}a,b\n1,2`)).toBeUndefined()
})

/** The length is no problem for the parser; mutation tests use less, because they run often. */
const LONG = process.env['MUTATE'] ? 2_000 : 2_000_000

test('M1 a file of only commas or of one huge cell is read quickly', () => {
  expect(openTable(`a${','.repeat(LONG)}`)!.headings).toHaveLength(500)
  const [record] = openTable(`a\n"${'\n'.repeat(LONG)}x"\n`)!.records()
  expect(record!.cells[0]).toHaveLength(LONG + 1)
})

test('M1 any cells quoted as in RFC 4180 are read back unchanged', () => {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const letter = fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a', 'é')
  const tables = fc.array(fc.array(fc.string({ unit: letter }), { minLength: 2, maxLength: 2 }), { maxLength: 5 })
  fc.assert(
    fc.property(tables, fc.constantFrom('\n', '\r\n', '\r'), (rows, newline) => {
      const text = [['h1', 'h2'], ...rows].map((cells) => cells.map(quote).join(',')).join(newline)
      const written = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
      expect(read(text).slice(1)).toEqual(written)
    }),
  )
})
