import { expect, test } from 'vitest'
import { readImportText, readTable } from '#core/import/testing/read-import-text.ts'

const TABLE = 'Project,Start,End\nWeb,2026-03-04 09:00,2026-03-04 10:00'

// prettier-ignore
test.each<[above: string, skipped: number]>([
  ['',                                                              0],
  ['Time report\n',                                                 1],
  ['Time report\n\nAnn Lee\n\n',                                    2],
  ['Report;March;2026\n',                                           1],
  ['Start,2026-03-01,End,2026-03-31\n',                             1],
  ['"Report, March"\nExported on 2026-03-31\n',                     2],
  ['Period,2026-03-01,2026-03-31\nTotal,1:00\n',                    2],
  [Array.from({ length: 20 }, () => 'x\n').join(''),                20],
])('M35 rows above the headings are skipped, and their number is told: %j', (above, skipped) => {
  const { rows, analysis, skippedRows } = readImportText(above + TABLE)
  expect(skippedRows).toBe(skipped)
  expect(analysis.headings.slice(0, 3)).toEqual(['Project', 'Start', 'End'])
  expect(rows).toMatchObject([{ project: 'Web', start: Date.UTC(2026, 2, 4, 9), end: Date.UTC(2026, 2, 4, 10) }])
})

// prettier-ignore
test.each<[why: string, text: string, headings: string[]]>([
  ['headings that are not known',            'Arbeit,Wann,Bis wann\nWeb,2026-03-04,x',           ['Arbeit', 'Wann', 'Bis wann']],
  ['a title above headings that are unknown', 'Bericht\nArbeit,Wann,Bis wann\nWeb,2026-03-04,x', ['Arbeit', 'Wann', 'Bis wann']],
  ['headings that are not enough',           'Project,Notes\nStart,x',                           ['Project', 'Notes']],
  ['one column',                             'Notes\na\nb',                                      ['Notes']],
  ['headings further down than twenty rows', `${'x\n'.repeat(21)}${TABLE}`,                      ['x']],
])('M35 %s', (_, text, headings) => {
  expect(readTable(text).head?.headings).toEqual(headings)
})

test('M35 a title may have other delimiters than the table', () => {
  const { head, records } = readTable('Report: a, b, c, d\nProject;Start;End\nWeb;2026-03-04 09:00;2026-03-04 10:00')
  expect(head).toEqual({ delimiter: ';', headings: ['Project', 'Start', 'End'], skippedRows: 1 })
  expect(records.map(({ line }) => line)).toEqual([3])
})

test('M35 the first row of a table without headings is an entry', () => {
  const text = 'Web,2026-03-04 09:00,2026-03-04 10:00\nShop,2026-03-05 09:00,2026-03-05 10:00'
  const { head, records } = readTable(text)
  expect(head).toEqual({ delimiter: ',', headings: ['', '', ''], skippedRows: 0 })
  expect(records.map(({ line }) => line)).toEqual([1, 2])
  const columns = (['project', 'start', 'end'] as const).map((field, index) => ({ index, field }))
  expect(readImportText(`Report\n${text}`, { columns }).rows.map(({ project }) => project)).toEqual(['Web', 'Shop'])
  expect(readImportText(text).analysis.missing).toEqual(['start', 'end'])
})
