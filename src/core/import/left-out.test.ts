import { expect, test } from 'vitest'
import { readFile } from './testing/read-file.ts'

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
])('M8 from 2000 to 2099, a day ahead and a day long, to the moment: %d %s', (now, cells, kinds) => {
  expect(readFile(`Start,Duration\n${cells}`, { now }).problems.map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  ['1000:00', []],
  ['1000:00:01', ['out-of-range']],
])('M8 who keeps rows of more than a day keeps those of a thousand hours: %s', (length, kinds) => {
  const { problems } = readFile(`Start,Duration\n2026-03-04 09:00,${length}`, { now: NOW, keepsLong: true })
  expect(problems.map(({ kind }) => kind)).toEqual(kinds)
})

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
])('M8 %s of %j is taken as it is', (heading, cell, value) => {
  const { rows, problems } = readFile(`Start,Duration,${heading}\n2026-03-04 09:00,1:00,"${cell}"`)
  expect(problems).toEqual([])
  expect(rows[0]).toMatchObject({ [heading.toLowerCase()]: value })
})

test.each(['Client', 'Project', 'Task', 'Tags'])('M8 a row whose %s has no possible name is left out', (heading) => {
  const { rows, problems } = readFile(`Start,Duration,${heading}\n2026-03-04 09:00,1:00,${LONG}y`)
  expect(rows).toEqual([])
  expect(problems).toEqual([{ line: 2, column: 2, kind: 'bad-name', value: LONG.slice(0, 80) }])
})

test('M8 what is wrong with a row as a whole has no column', () => {
  const { problems } = readFile('Start,Duration\n,1:00')
  expect(problems).toEqual([{ line: 2, column: null, kind: 'no-date', value: '' }])
})

test('M8 notes are cut at their end, and through no letter', () => {
  const [row] = readFile(`Start,Duration,Notes\n2026-03-04 09:00,1:00,😀${'x'.repeat(2_000)}`).rows
  expect(row!.notes).toBe(`😀${'x'.repeat(1_998)}`)
})

test('M8 a row that is too short has nothing in the cells it lacks', () => {
  const [row] = readFile('Start,Duration,Project,Task,Tags,Notes\n2026-03-04 09:00,1:00').rows
  expect(row).toMatchObject({ project: '', task: '', client: '', tags: [], notes: '' })
})
