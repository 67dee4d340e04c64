import { EVERYBODY, type ImportQuery, MAX_IMPORT_ROWS } from '#contract/files/imports.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { createFileAnalyzer, type FileAnalysis } from '#core/import/analyze-file.ts'
import { toColumnIndexes } from '#core/import/columns.ts'
import { createSizeEstimate, type SizeEstimate } from '#core/import/estimate-size.ts'
import { joinsTagsByColons, normalizeHeading, recognizeColumns } from '#core/import/file/headings.ts'
import { personOf } from '#core/import/file/people.ts'
import { findTableFormat } from '#core/import/formats/table-formats.ts'
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
import { convertFile, type ConvertedFile } from './formats/convert-file.ts'

const ROWS_PER_PAGE = 250
/** A file with more lines is refused, even if most of them are empty. */
const MAX_LINES = 3_000_000
/** New names are counted up to this number when the size of a file is estimated. */
const MAX_COUNTED_NAMES = 20_000

export interface ImportFile extends Source {
  delimiter: Delimiter | null
  skippedRows: number
  analysis: FileAnalysis
  size: SizeEstimate
  /** It does not rest, because others may wait for a transaction. */
  transactionYielder: Yielder
}

/** What is read: a table of text, or a table that was made from a file of another kind. */
interface Source {
  upload: Upload
  /** Undefined if the file is no text. */
  format: TextFormat | undefined
  /** Undefined if the file is a table of text. */
  converted: ConvertedFile | undefined
  yielder: Yielder
}

/** The rest after each block of reading and writing, compared with its length: a fifth of the time is left to others. */
const REST_PER_BLOCK = 0.25

/** Reads a file once, to detect its format, columns and date order. */
export async function openImportFile(
  received: Upload,
  query: ImportQuery,
  now: number,
  yielder = createPacer(REST_PER_BLOCK),
): Promise<ImportFile> {
  const source = await openSource(received, query, yielder)
  const analyze = (head: TableHead) => startAnalysis({ ...head, ...source.converted?.head }, query, now)
  let found: ReturnType<typeof startAnalysis> | undefined
  for await (const { reader, records } of readRecords(source)) {
    for (const record of records) {
      found ??= analyze(reader.head()!)
      found.addRecord(record)
      if (yielder.shouldYield()) await yielder.yieldToEventLoop()
    }
    if (found === undefined && reader.head() !== undefined) found = analyze(reader.head()!)
  }
  if (found === undefined) throw new Refusal('invalid', 'importEmpty')
  const finished = found.finish()
  if (!finished.analysis.isTable) throw new Refusal('invalid', 'importNotTable')
  return { ...source, transactionYielder: createYielder(), ...finished }
}

async function openSource(received: Upload, query: ImportQuery, yielder: Yielder): Promise<Source> {
  const format = detectTextFormat(received.text, query.encoding)
  const converted = await convertFile(received, { format, fileName: query.fileName ?? '' })
  if (format === undefined && converted === undefined) throw new Refusal('invalid', 'importNotTable')
  return { upload: converted?.upload ?? received, format, converted, yielder }
}

function startAnalysis(head: TableHead, query: ImportQuery, now: number) {
  const { headings, delimiter, skippedRows, format } = head
  const product = findTableFormat(headings.map(normalizeHeading))
  const overrides = [...(query.columns ?? []), ...(product?.columns ?? [])]
  const analyzer = createFileAnalyzer(head, { ...query, columns: overrides, now })
  const columns = toColumnIndexes(recognizeColumns(headings, { overrides, format }))
  const estimate = createSizeEstimate(columns, MAX_COUNTED_NAMES, { areJoinedByColons: joinsTagsByColons(headings) })
  let rows = 0
  return {
    addRecord(record: TableRecord) {
      rows += 1
      if (rows > MAX_IMPORT_ROWS) throw refuseFile('importTooManyRows', { maximum: MAX_IMPORT_ROWS })
      analyzer.addRecord(record)
      estimate.addRecord(record.cells)
    },
    finish() {
      const analysis = analyzer.finish()
      const named = { ...analysis, format: product?.name ?? analysis.format }
      return { delimiter, skippedRows, analysis: named, size: estimate.finish() }
    },
  }
}

const refuseFile = (key: MessageKey, params: Record<string, number>) =>
  new Refusal('invalid', 'invalidRequest', { file: { key, params } })

/** Reads the rows of a file in parts, each of them short. */
async function* readRecords({ upload, format, converted, yielder }: Source) {
  const reader = createTableReader()
  const encoding = converted === undefined ? format!.encoding : 'utf-8'
  for await (const { text, isLast } of decodeText(upload, { encoding })) {
    const records = withOriginalLines(reader.read(text, { isLast }), converted)
    yield { reader, records: checkLength(records) }
    if (reader.isOver()) return
    if (reader.line() > MAX_LINES) throw refuseFile('importTooManyRows', { maximum: MAX_IMPORT_ROWS })
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
  }
}

function withOriginalLines(records: Generator<TableRecord>, converted: ConvertedFile | undefined) {
  return converted === undefined ? records : converted.withOriginalLines(records)
}

function* checkLength(records: Iterable<TableRecord>) {
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
