import type { ImportQuery } from '#contract/imports.ts'
import { toColumnIndexes, personOf } from '#core/import/columns.ts'
import { createRowReader } from '#core/import/rows.ts'
import { createFileAnalyzer, type FileAnalysis } from '#core/import/analyze-file.ts'
import { isEmptyRecord, openTable, type Table } from '#core/import/table.ts'
import type { ImportedRow, ImportProblem } from '#core/import/import-model.ts'
import { Refusal } from '#server/errors.ts'
import { decodeText, type DecodedText } from './decode-text.ts'
import { createEntryIdGenerator } from './entry-id.ts'
import { createYielder, type Yielder } from '#server/yield-to-event-loop.ts'

const ROWS_PER_PAGE = 500

export interface ImportFile {
  encoding: DecodedText['encoding']
  table: Table
  analysis: FileAnalysis
  yielder: Yielder
}

/** Reads a file once, to detect its format, columns and date order. */
export async function openImportFile(bytes: Buffer, query: ImportQuery, now: number): Promise<ImportFile> {
  const yielder = createYielder()
  const decoded = await decodeText(bytes, yielder)
  if (decoded === undefined) throw new Refusal('invalid', 'importNotTable')
  const table = openTable(decoded.text)
  if (table === undefined) throw new Refusal('invalid', 'importEmpty')
  const analyzer = createFileAnalyzer(table, { ...query, now })
  for (const record of table.records()) {
    if (!isEmptyRecord(record)) analyzer.addRecord(record)
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
  }
  return { encoding: decoded.encoding, table, analysis: analyzer.finish(), yielder }
}

export type IdentifiedRow = ImportedRow & { id: string }

/** Up to `ROWS_PER_PAGE` rows of a file, with their problems. */
export interface RowPage {
  rows: IdentifiedRow[]
  problems: ImportProblem[]
  invalid: number
  /** The number of rows of other people than the requested one. */
  others: number
}

interface ReadOptions {
  userId: string
  query: ImportQuery
  now: number
}

/** Reads the rows of a file that was opened, page by page. */
export async function* readPages(
  { table, analysis, yielder }: ImportFile,
  { userId, query, now }: ReadOptions,
): AsyncGenerator<RowPage> {
  const { zone, person } = query
  const columns = toColumnIndexes(analysis.fields)
  const read = createRowReader(analysis, { zone, now, keepsLong: query.long === 'keep' })
  const toEntryId = createEntryIdGenerator(userId)
  let page = emptyPage()
  for (const record of table.records()) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    if (isEmptyRecord(record)) continue
    if (person !== undefined && personOf(record.cells, columns) !== person) {
      page.others += 1
      continue
    }
    const { row, problems } = read(record)
    page.problems.push(...problems)
    if (row === undefined) page.invalid += 1
    else page.rows.push({ ...row, id: toEntryId(row) })
    if (page.rows.length + page.invalid < ROWS_PER_PAGE) continue
    yield page
    page = emptyPage()
  }
  yield page
}

const emptyPage = (): RowPage => ({ rows: [], problems: [], invalid: 0, others: 0 })
