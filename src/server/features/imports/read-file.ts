import { EVERYBODY, type ImportQuery, MAX_IMPORT_ROWS } from '#contract/imports.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { createFileAnalyzer, type FileAnalysis } from '#core/import/analyze-file.ts'
import { toColumnIndexes } from '#core/import/columns.ts'
import { createSizeEstimate, type SizeEstimate } from '#core/import/estimate-size.ts'
import { joinsTagsByColons, recognizeColumns } from '#core/import/file/headings.ts'
import { personOf } from '#core/import/file/people.ts'
import type { ImportedRow, ImportProblem } from '#core/import/import-model.ts'
import { createRowReader } from '#core/import/rows.ts'
import { MAX_CELL_LENGTH } from '#core/import/read-cell.ts'
import type { TableRecord } from '#core/import/split-rows.ts'
import { createTableReader, type Delimiter, type TableHead } from '#core/import/table.ts'
import { Refusal } from '#server/errors.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'
import { createPacer, createYielder, type Yielder } from '#server/yield-to-event-loop.ts'
import { decodeText, detectTextFormat, type TextFormat } from './decode-text.ts'
import { createEntryIdGenerator } from './entry-ids/entry-id.ts'

const ROWS_PER_PAGE = 250
/** A file with more lines is refused, even if most of them are empty. */
const MAX_LINES = 3_000_000
/** New names are counted up to this number when the size of a file is estimated. */
const MAX_COUNTED_NAMES = 20_000

export interface ImportFile {
  upload: Upload
  format: TextFormat
  delimiter: Delimiter | null
  skippedRows: number
  analysis: FileAnalysis
  size: SizeEstimate
  yielder: Yielder
  /** It does not rest, because others may wait for a transaction. */
  transactionYielder: Yielder
}

/** The rest after each block of reading and writing, compared with its length: a fifth of the time is left to others. */
const REST_PER_BLOCK = 0.25

/** Reads a file once, to detect its format, columns and date order. */
export async function openImportFile(
  upload: Upload,
  query: ImportQuery,
  now: number,
  yielder = createPacer(REST_PER_BLOCK),
): Promise<ImportFile> {
  const format = detectTextFormat(upload.text, query.encoding)
  if (format === undefined) throw new Refusal('invalid', 'importNotTable')
  let found: ReturnType<typeof startAnalysis> | undefined
  for await (const { reader, records } of readRecords({ upload, format, yielder })) {
    for (const record of records) {
      found ??= startAnalysis(reader.head()!, query, now)
      found.addRecord(record)
      if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    }
    if (found === undefined && reader.head() !== undefined) found = startAnalysis(reader.head()!, query, now)
  }
  if (found === undefined) throw new Refusal('invalid', 'importEmpty')
  return { upload, format, yielder, transactionYielder: createYielder(), ...found.finish() }
}

function startAnalysis(head: TableHead, query: ImportQuery, now: number) {
  const analyzer = createFileAnalyzer(head, { ...query, now })
  const { headings, delimiter, skippedRows, format } = head
  const columns = toColumnIndexes(recognizeColumns(headings, { overrides: query.columns, format }))
  const estimate = createSizeEstimate(columns, MAX_COUNTED_NAMES, { areJoinedByColons: joinsTagsByColons(headings) })
  let rows = 0
  return {
    addRecord(record: TableRecord) {
      rows += 1
      if (rows > MAX_IMPORT_ROWS) throw refuseFile('importTooManyRows', { maximum: MAX_IMPORT_ROWS })
      analyzer.addRecord(record)
      estimate.addRecord(record.cells)
    },
    finish: () => ({ delimiter, skippedRows, analysis: analyzer.finish(), size: estimate.finish() }),
  }
}

const refuseFile = (key: MessageKey, params: Record<string, number>) =>
  new Refusal('invalid', 'invalidRequest', { file: { key, params } })

/** Reads the rows of a file in parts, each of them short. */
async function* readRecords({ upload, format, yielder }: Pick<ImportFile, 'upload' | 'format' | 'yielder'>) {
  const reader = createTableReader()
  for await (const { text, isLast } of decodeText(upload, format)) {
    yield { reader, records: checkLength(reader.read(text, { isLast })) }
    if (reader.isOver()) return
    if (reader.line() > MAX_LINES) throw refuseFile('importTooManyRows', { maximum: MAX_IMPORT_ROWS })
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
  }
}

function* checkLength(records: Generator<TableRecord>) {
  for (const record of records) {
    if (record.isTooLong) throw refuseFile('importRowTooLong', { line: record.line, maximum: MAX_CELL_LENGTH })
    yield record
  }
}

export type IdentifiedRow = ImportedRow & { id: string }

/** Up to `ROWS_PER_PAGE` rows of a file, with their problems. */
export interface RowPage {
  rows: IdentifiedRow[]
  problems: ImportProblem[]
  /** The rows that are not imported, as they are in the file. */
  refused: { record: TableRecord; problems: readonly ImportProblem[] }[]
  invalid: number
  /** The number of rows of other people than the requested one. */
  others: number
  /** Milliseconds of the rows that are not imported, as far as they can be read. */
  invalidMs: number
  othersMs: number
}

interface ReadOptions {
  userId: string
  query: ImportQuery
  now: number
}

/** Reads the rows of a file that was opened, page by page. */
export async function* readPages(file: ImportFile, { userId, query, now }: ReadOptions): AsyncGenerator<RowPage> {
  const { analysis, yielder } = file
  const { zone, person = EVERYBODY } = query
  const read = createRowReader(analysis, { zone, now, keepsLong: query.long === 'keep' })
  const toEntryId = createEntryIdGenerator(userId)
  let page = emptyPage()
  for await (const { records } of readRecords(file))
    for (const record of records) {
      if (yielder.shouldYield()) await yielder.yieldToEventLoop()
      const { row, problems, statedMs } = read(record)
      if (person !== EVERYBODY && personOf(record.cells, analysis.personColumns) !== person) {
        page.others += 1
        page.othersMs += statedMs
        continue
      }
      page.problems.push(...problems)
      if (row === undefined) {
        page.invalid += 1
        page.invalidMs += statedMs
        page.refused.push({ record, problems })
      } else page.rows.push({ ...row, id: toEntryId(row) })
      if (page.rows.length + page.invalid < ROWS_PER_PAGE) continue
      yield page
      page = emptyPage()
    }
  yield page
}

const emptyPage = (): RowPage => ({
  rows: [],
  problems: [],
  refused: [],
  invalid: 0,
  others: 0,
  invalidMs: 0,
  othersMs: 0,
})
