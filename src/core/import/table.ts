import { createRowSplitter, type TableRecord } from './split-rows.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export interface TableHead {
  delimiter: Delimiter
  headings: string[]
}

/** Headings are not searched further down, because a file that is no table may have endless empty lines. */
const MAX_HEADINGS_LINE = 1_000

/**
 * Reads CSV text (RFC 4180) with any of the delimiters, in parts. Cells and rows are limited in length, so the work
 * between two parts does not depend on the content of the file.
 */
export function createTableReader() {
  let head: TableHead | undefined
  let table: { delimiter: Delimiter; rows: ReturnType<typeof createRowSplitter> } | undefined
  let start = ''

  function* readRows({ delimiter, rows }: NonNullable<typeof table>, text: string, isLast: boolean) {
    for (const record of rows.split(text, isLast)) {
      if (head !== undefined || record.isTooLong) yield record
      else if (record.line > MAX_HEADINGS_LINE) return rows.stop()
      else head = { delimiter, headings: record.cells.map((heading) => heading.trim()) }
    }
    if (head === undefined && rows.line() > MAX_HEADINGS_LINE) rows.stop()
  }

  return {
    /** Yields the rows below the headings that the text completes, without empty ones. */
    *read(text: string, { isLast }: { isLast: boolean }): Generator<TableRecord> {
      if (table !== undefined) return yield* readRows(table, text, isLast)
      start += text
      if (start.length < MAX_FIRST_LINE_LENGTH && !isLast) return
      const { delimiter, length } = detectDelimiter(start)
      table = { delimiter, rows: createRowSplitter(delimiter, length === 0 ? 1 : 2) }
      yield* readRows(table, start.slice(length), isLast)
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

const MAX_FIRST_LINE_LENGTH = 10_000

/** Finds the delimiter in a `sep=` line, or else the one that occurs most often outside of quotation marks. */
function detectDelimiter(text: string): { delimiter: Delimiter; length: number } {
  const declared = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(text)
  if (declared !== null) return { delimiter: declared[1] as Delimiter, length: declared[0].length }
  const line = /[^\r\n]{1,10000}/.exec(text.slice(0, 2 * MAX_FIRST_LINE_LENGTH))?.[0] ?? ''
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length)
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))]!, length: 0 }
}
