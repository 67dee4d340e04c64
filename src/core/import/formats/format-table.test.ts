import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readImportText, readTable } from '#core/import/testing/read-import-text.ts'
import { toCsvLine, toTable } from './format-table.ts'
import { linesOf } from './lines.ts'

const character = fc.constantFrom(
  'a',
  'ğ',
  ' ',
  "'",
  '"',
  ',',
  ';',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\n',
  '\r',
  '|',
  '😀',
  '[',
)
const words = fc.string({ unit: character, maxLength: 8 })

test('M50 texts come back from a table as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ notes: words, project: words }), { maxLength: 5 }), (texts) => {
      const entries = texts.map((text, index) => ({
        line: index + 1,
        start: '2026-03-04T09:00:00Z',
        end: '2026-03-04T10:00:00Z',
        ...text,
        project: `p${text.project.replaceAll(/[\t\n\r]/g, '')}`.trim(),
      }))
      const table = [...toTable(['start', 'end', 'project', 'notes'], entries)].map(toCsvLine).join('')
      const { rows } = readImportText(table, { format: 'watson' })
      expect(rows.map(({ notes, project }) => ({ notes, project }))).toEqual(
        entries.map(({ notes, project }) => ({ notes, project })),
      )
    }),
  )
})

test('a row is one line of CSV, and a long text is cut', () => {
  const [, row] = toTable(
    ['start', 'tags', 'notes'],
    [{ line: 7, start: '', tags: ['a, b', 'c'], notes: 'x'.repeat(30_000) }],
  )
  expect(row).toMatchObject({ line: 7, cells: ['', '"a, b", c', 'x'.repeat(20_000)] })
  expect(readTable(`a,b,c\n${toCsvLine(row!)}`).records).toHaveLength(1)
})

test('lines have their numbers, without empty ones and ends of lines', () => {
  expect([...linesOf('a\r\n\n\r\n b\nc')]).toEqual([
    { line: 1, text: 'a' },
    { line: 4, text: ' b' },
    { line: 5, text: 'c' },
  ])
  expect([...linesOf('x'.repeat(30_000))][0]?.text).toHaveLength(10_000)
  expect([...linesOf('')]).toEqual([])
})
