import { findCompleteHeadings, findHeadings, hasDate, MAX_ROWS_ABOVE } from './file/heading-row.ts'
import type { ImportFormat } from './import-model.ts'
import { createRowSplitter, type TableRecord } from './split-rows.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export interface TableHead {
  /** Null for a table that is no text. */
  delimiter: Delimiter | null
  /** Empty texts for a table without headings. */
  headings: string[]
  /** The number of rows above the headings. */
  skippedRows: number
  /** The format, if it is not recognized by the headings. */
  format?: ImportFormat
}

/** Headings are not searched further down, because a file that is no table may have endless empty lines. */
const MAX_HEADINGS_LINE = 1_000

/**
 * Reads CSV text (RFC 4180) with any of the delimiters, in parts. Cells and rows are limited in length, so the work
 * between two parts does not depend on the content of the file.
 */
export function createTableReader() {
  let head: TableHead | undefined
  let table: (TableStart & { rows: ReturnType<typeof createRowSplitter> }) | undefined
  let start = ''
  let rowsAbove = 0

  function* readRows({ delimiter, skippedRows, rows }: NonNullable<typeof table>, text: string, isLast: boolean) {
    for (const record of rows.split(text, isLast)) {
      if (head !== undefined || record.isTooLong) yield record
      else if (record.line > MAX_HEADINGS_LINE) return rows.stop()
      else if (rowsAbove < skippedRows) rowsAbove += 1
      else if (hasDate(record.cells)) {
        head = { delimiter, headings: record.cells.map(() => ''), skippedRows }
        yield record
      } else head = { delimiter, headings: record.cells.map((heading) => heading.trim()), skippedRows }
    }
    if (head === undefined && rows.line() > MAX_HEADINGS_LINE) rows.stop()
  }

  return {
    /** Yields the rows below the headings that the text completes, without empty ones. */
    *read(text: string, { isLast }: { isLast: boolean }): Generator<TableRecord> {
      if (table !== undefined) return yield* readRows(table, text, isLast)
      start += text
      if (start.length < MIN_START_LENGTH && !isLast) return
      const found = findTableStart(start, isLast)
      table = { ...found, rows: createRowSplitter(found.delimiter, found.length === 0 ? 1 : 2) }
      yield* readRows(table, start.slice(found.length), isLast)
    },
    /** Undefined until the headings were read, and for text without any. */
    head: () => head,
    /** True if further text would not be read. */
    isOver: () => table?.rows.isOver() ?? false,
    /** The number of lines that were read. */
    line: () => table?.rows.line() ?? 1,
    /** The length of the text that is read again together with the next part. */
    unreadLength: () => table?.rows.unreadLength() ?? start.length,
  }
}

/** So much text is read before the delimiter and the headings are looked for. */
const MIN_START_LENGTH = 10_000
const MAX_SAMPLE_LENGTH = 2 * MIN_START_LENGTH

interface TableStart {
  delimiter: Delimiter
  /** The length of a `sep=` line. */
  length: number
  skippedRows: number
}

/**
 * Finds the delimiter: in a `sep=` line, or the one with which a row has the headings of an import, or else the one that
 * occurs most often, outside of quotation marks, in the first line that has any.
 */
function findTableStart(text: string, isLast: boolean): TableStart {
  const declared = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(text)
  const length = declared?.[0].length ?? 0
  const isWhole = isLast && text.length - length <= MAX_SAMPLE_LENGTH
  const sample = text.slice(length, length + MAX_SAMPLE_LENGTH)
  const delimiters = declared === null ? sortByFrequency(sample) : [declared[1] as Delimiter]
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: readFirstRows(sample, delimiter, isWhole) }))
  const { delimiter, rows } = tables.find(({ rows }) => findCompleteHeadings(rows) !== undefined) ?? tables[0]!
  return { delimiter, length, skippedRows: findHeadings(rows) }
}

function sortByFrequency(text: string): Delimiter[] {
  const lines = text.split(/[\r\n]+/, MAX_ROWS_ABOVE).map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const line = lines.find((outside) => DELIMITERS.some((delimiter) => outside.includes(delimiter))) ?? ''
  const countOf = (delimiter: Delimiter) => line.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))
}

function readFirstRows(text: string, delimiter: Delimiter, isWhole: boolean) {
  const rows: string[][] = []
  for (const { cells, isTooLong } of createRowSplitter(delimiter, 1).split(text, isWhole)) {
    if (isTooLong || rows.length > MAX_ROWS_ABOVE) break
    rows.push(cells)
  }
  return rows
}
