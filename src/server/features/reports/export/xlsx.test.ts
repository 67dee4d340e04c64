import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { reportEstimates } from '#core/tasks/estimate-report.ts'
import type { ExportedEntry, ExportedReport } from './exported-report.ts'
import { writeXlsx } from './xlsx.ts'

const entry = (id: string): ExportedEntry => ({
  id,
  start: Date.parse('2026-03-02T09:00Z'),
  end: Date.parse('2026-03-02T10:00Z'),
  segments: [[Date.parse('2026-03-02T09:00Z'), Date.parse('2026-03-02T10:00Z')]],
  worked: 3_600_000,
  milliseconds: 3_600_000,
  projectId: id,
  clientId: null,
  taskId: null,
  tagIds: [],
  project: id,
  client: '',
  task: '',
  tags: [],
  notes: '',
  kind: 'manual',
})

async function* pagesOf(pages: readonly string[][]) {
  for (const page of pages) yield page.map(entry)
}

const total = { milliseconds: 0, entries: 0, completed: 0, cutShort: 0, longestMilliseconds: 0 }

function reportOf(pages: readonly string[][]): ExportedReport {
  const rounding = { rounding: 'off', roundingMinutes: 15, roundingPer: 'entry' } as const
  const days = { from: '2026-03-01', to: '2026-03-31', zone: 'UTC', weekStart: 1, tagMatch: 'any' } as const
  return {
    query: { ...days, ...rounding, group: 'project', format: 'xlsx' },
    language: 'es',
    user: { name: 'Ann', email: 'ann@example.org' },
    names: {
      nameOrEmpty: () => '',
      clientOf: () => null,
      projectOf: () => null,
      lineName: () => '',
      plainLineName: () => '',
      describeFilters: async () => [],
    },
    pages: pagesOf(pages),
    readSummary: async () => ({ total, lines: [] }),
    readEstimates: async () => reportEstimates([], (_dimension, id) => id),
    readGoals: async () => undefined,
    readTimeByStep: async () => [],
  }
}

// prettier-ignore
test.each([
  [[],                                     [[]]],
  [[['a', 'b', 'c']],                      [['a', 'b', 'c']]],
  [[['a', 'b'], [], ['c', 'd', 'e', 'f']], [['a', 'b', 'c'], ['d', 'e', 'f']]],
  [[['a', 'b', 'c', 'd', 'e', 'f', 'g']],  [['a', 'b', 'c'], ['d', 'e', 'f'], ['g']]],
])('entries beyond the limit of a sheet continue on the next sheet: %j', async (pages, expected) => {
  const workbook = await buffer(Readable.from(writeXlsx(reportOf(pages), 4)))
  const [summary, ...sheets] = await readXlsxFile(workbook)
  expect(summary!.sheet).toBe('Resumen')
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Registros', 'Registros 2', 'Registros 3'].slice(0, expected.length))
  expect(sheets.map(({ data }) => data.slice(1).map((row) => row[6]))).toEqual(expected)
})
