const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A row of a table. */
export interface TableRecord {
  /** The line on which it begins, from 1. */
  line: number
  cells: string[]
  /** True if its last cell begins with a quotation mark that never closes. */
  isOpen: boolean
}

export interface Table {
  delimiter: Delimiter
  headings: string[]
  /** The rows below the headings, including empty ones. Each call starts from the first. */
  records: () => Generator<TableRecord>
}

/** Opens CSV text (RFC 4180) with any of the delimiters. Returns undefined for text without a heading line. */
export function openTable(text: string): Table | undefined {
  const declared = /^"?sep=([,;\t|])"?[\r\n]+/i.exec(text)
  const from = { at: declared?.[0].length ?? 0, line: declared === null ? 1 : 2 }
  const delimiter = (declared?.[1] as Delimiter | undefined) ?? detectDelimiter(text)
  const reader = createReader(text, delimiter, from)
  let headings = reader.readRecord()
  while (isEmptyRecord(headings)) {
    if (reader.isAtEnd() || headings.line >= MAX_HEADINGS_LINE) return undefined
    headings = reader.readRecord()
  }
  const below = reader.position()
  return {
    delimiter,
    headings: headings.cells.map((heading) => heading.trim()),
    records: () => readRecords(text, delimiter, below),
  }
}

/** Headings are not searched further down, because a file that is no table may have endless empty lines. */
const MAX_HEADINGS_LINE = 1_000

/** True for an empty line and for a row of empty cells. */
export const isEmptyRecord = ({ cells }: TableRecord) => cells.every((cell) => cell.trim() === '')

/** The delimiter that occurs most often outside of quotation marks in the first line with text. */
function detectDelimiter(text: string): Delimiter {
  const line = /[^\r\n]{1,10000}/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/** Further cells are dropped, because a file that is no table may have endless commas. */
const MAX_CELLS = 500
const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

interface Position {
  at: number
  line: number
}

function* readRecords(text: string, delimiter: string, from: Position): Generator<TableRecord> {
  const reader = createReader(text, delimiter, from)
  while (!reader.isAtEnd()) yield reader.readRecord()
}

function createReader(text: string, delimiter: string, from: Position) {
  const separator = delimiter.charCodeAt(0)
  let { at, line } = from

  const isCellEnd = (code: number) => code === separator || code === LINE_FEED || code === RETURN

  function readPlain() {
    const start = at
    while (at < text.length && !isCellEnd(text.charCodeAt(at))) at += 1
    return text.slice(start, at)
  }

  /** Returns undefined if the quotation mark never closes. */
  function readQuoted() {
    const start = at + 1
    let close = text.indexOf('"', start)
    let isDoubled = false
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true
      close = text.indexOf('"', close + 2)
    }
    if (close === -1) return undefined
    const inside = text.slice(start, close)
    line += countLines(inside)
    at = close + 1
    // Text between the closing mark and the delimiter belongs to the cell.
    return (isDoubled ? inside.replaceAll('""', '"') : inside) + readPlain()
  }

  function skipLineEnd() {
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1
    at += 1
    line += 1
  }

  return {
    isAtEnd: () => at >= text.length,
    position: (): Position => ({ at, line }),
    readRecord(): TableRecord {
      const record: TableRecord = { line, cells: [], isOpen: false }
      for (;;) {
        const cell = text.charCodeAt(at) === QUOTE ? readQuoted() : readPlain()
        if (cell === undefined) {
          record.isOpen = true
          record.cells.push(text.slice(at, at + 100))
          at = text.length
          return record
        }
        if (record.cells.length < MAX_CELLS) record.cells.push(cell)
        if (at >= text.length) return record
        if (text.charCodeAt(at) !== separator) break
        at += 1
      }
      skipLineEnd()
      return record
    },
  }
}

function countLines(text: string) {
  let count = 0
  for (let at = text.search(/[\r\n]/); at !== -1 && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count += 1
  }
  return count
}
