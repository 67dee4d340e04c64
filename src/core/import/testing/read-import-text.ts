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

/** A file at one go. */
export function readImportText(
  text: string,
  { zone = 'UTC', now = Date.UTC(2026, 10, 15), ...asked }: ReadOptions = {},
) {
  const table = openTable(text)
  if (table === undefined) throw new Error('There is no table in this text')
  const look = createFileAnalyzer(table, { ...asked, now })
  const records = [...table.records()].filter((record) => !isEmptyRecord(record))
  for (const record of records) look.addRecord(record)
  const survey = look.finish()
  const read = createRowReader(survey, { zone, now, keepsLong: asked.keepsLong ?? false })
  const rows: ImportedRow[] = []
  const problems: ImportProblem[] = []
  for (const record of records) {
    const { row, problems: found } = read(record)
    if (row !== undefined) rows.push(row)
    problems.push(...found)
  }
  return { survey, rows, problems }
}
