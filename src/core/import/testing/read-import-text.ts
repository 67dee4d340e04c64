import { createRowReader } from '#core/import/rows.ts'
import { createFileAnalyzer } from '#core/import/analyze-file.ts'
import type { TableRecord } from '#core/import/split-rows.ts'
import { createTableReader } from '#core/import/table.ts'
import type { DateOrder, DurationUnit, ImportedRow, ImportField, ImportProblem } from '#core/import/import-model.ts'

interface ReadOptions {
  zone?: string
  now?: number
  dateOrder?: DateOrder
  unit?: DurationUnit
  columns?: { index: number; field: ImportField }[]
  keepsLong?: boolean
}

/** Reads a whole table, in parts of `partLength` characters. */
export function readTable(text: string, partLength = Math.max(1, text.length)) {
  const reader = createTableReader()
  const records: TableRecord[] = []
  for (let from = 0; from < text.length && !reader.isOver(); from += partLength)
    records.push(...reader.read(text.slice(from, from + partLength), { isLast: false }))
  records.push(...reader.read('', { isLast: true }))
  return { head: reader.head(), records }
}

/** Analyzes and reads a whole file. */
export function readImportText(
  text: string,
  { zone = 'UTC', now = Date.UTC(2026, 10, 15), ...options }: ReadOptions = {},
) {
  const { head, records } = readTable(text)
  if (head === undefined) throw new Error('There is no table in this text')
  const analyzer = createFileAnalyzer(head, { ...options, now })
  for (const record of records) analyzer.addRecord(record)
  const analysis = analyzer.finish()
  const read = createRowReader(analysis, { zone, now, keepsLong: options.keepsLong ?? false })
  const rows: ImportedRow[] = []
  const problems: ImportProblem[] = []
  let statedMs = 0
  for (const record of records) {
    const { row, problems: found, statedMs: stated } = read(record)
    statedMs += stated
    if (row !== undefined) rows.push(row)
    problems.push(...found)
  }
  return { analysis, rows, problems, statedMs, skippedRows: head.skippedRows }
}
