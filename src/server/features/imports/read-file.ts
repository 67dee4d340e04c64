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

/** Reads a file once, to know what holds for all of it. */
export async function openImportFile(bytes: Buffer, query: ImportQuery, now: number): Promise<ImportFile> {
  const pace = createYielder()
  const decoded = await decodeText(bytes, pace)
  if (decoded === undefined) throw new Refusal('invalid', 'importNotTable')
  const table = openTable(decoded.text)
  if (table === undefined) throw new Refusal('invalid', 'importEmpty')
  const survey = createFileAnalyzer(table, { ...query, now })
  for (const record of table.records()) {
    if (!isEmptyRecord(record)) survey.addRecord(record)
    if (pace.shouldYield()) await pace.yieldToEventLoop()
  }
  return { encoding: decoded.encoding, table, analysis: survey.finish(), yielder: pace }
}

export type IdentifiedRow = ImportedRow & { id: string }

/** Some rows of a file, with what is to be told of them. */
export interface RowPage {
  rows: IdentifiedRow[]
  problems: ImportProblem[]
  invalid: number
  /** How many are of other people than was asked for. */
  others: number
}

interface ReadOptions {
  userId: string
  query: ImportQuery
  now: number
}

/** Reads a file again, row by row. */
export async function* readPages(
  { table, analysis: survey, yielder: pace }: ImportFile,
  { userId, query, now }: ReadOptions,
): AsyncGenerator<RowPage> {
  const { zone, person } = query
  const columns = toColumnIndexes(survey.fields)
  const read = createRowReader(survey, { zone, now, keepsLong: query.long === 'keep' })
  const identify = createEntryIdGenerator(userId)
  let page = emptyPage()
  for (const record of table.records()) {
    if (pace.shouldYield()) await pace.yieldToEventLoop()
    if (isEmptyRecord(record)) continue
    if (person !== undefined && personOf(record.cells, columns) !== person) {
      page.others += 1
      continue
    }
    const { row, problems } = read(record)
    page.problems.push(...problems)
    if (row === undefined) page.invalid += 1
    else page.rows.push({ ...row, id: identify(row) })
    if (page.rows.length + page.invalid < ROWS_PER_PAGE) continue
    yield page
    page = emptyPage()
  }
  yield page
}

const emptyPage = (): RowPage => ({ rows: [], problems: [], invalid: 0, others: 0 })
