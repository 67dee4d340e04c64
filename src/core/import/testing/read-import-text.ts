import { createRowReader } from '#core/import/rows.ts'
import { createFileAnalyzer } from '#core/import/analyze-file.ts'
import { isEmptyRecord, openTable } from '#core/import/table.ts'
import type { DateOrder, ImportedRow, ImportField, ImportProblem } from '#core/import/import-model.ts'

interface ReadOptions {
  zone?: string
  now?: number
  dateOrder?: DateOrder
  columns?: { index: number; field: ImportField }[]
  keepsLong?: boolean
}

/** Analyzes and reads a whole file. */
export function readImportText(
  text: string,
  { zone = 'UTC', now = Date.UTC(2026, 10, 15), ...options }: ReadOptions = {},
) {
  const table = openTable(text)
  if (table === undefined) throw new Error('There is no table in this text')
  const analyzer = createFileAnalyzer(table, { ...options, now })
  const records = [...table.records()].filter((record) => !isEmptyRecord(record))
  for (const record of records) analyzer.addRecord(record)
  const analysis = analyzer.finish()
  const read = createRowReader(analysis, { zone, now, keepsLong: options.keepsLong ?? false })
  const rows: ImportedRow[] = []
  const problems: ImportProblem[] = []
  for (const record of records) {
    const { row, problems: found } = read(record)
    if (row !== undefined) rows.push(row)
    problems.push(...found)
  }
  return { analysis, rows, problems }
}
