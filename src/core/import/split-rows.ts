import { type CellProblem, isLineEnd, readCell, RETURN } from './read-cell.ts'

/** A row of a table. */
export interface TableRecord {
  /** The line on which it begins, from 1. */
  line: number
  cells: string[]
  /** True if its last cell begins with a quotation mark that never closes. */
  isOpen: boolean
  /** True if the row or one of its cells is longer than a table has them. Nothing is read after it. */
  isTooLong: boolean
}

export const MAX_ROW_LENGTH = 1_000_000
/** Further cells are dropped. */
const MAX_CELLS = 500
const PROBLEM_LENGTH = 100

/** Splits text into rows without empty ones. A cell at the end of the text is read again when more text has come. */
export function createRowSplitter(delimiter: string, firstLine: number) {
  const separator = delimiter.charCodeAt(0)
  const lines = createLineCounter(firstLine)
  let text = ''
  let at = 0
  let isOver = false
  let row: Row | undefined

  /** Adds the next cell to the row. Returns the reason if there is none. */
  function readNextCell(row: Row, isLast: boolean): CellProblem | undefined {
    const cell = readCell(text, at, { separator, isLast })
    if (typeof cell === 'string') return cell
    row.length += cell.end - at
    if (row.length > MAX_ROW_LENGTH) return 'too-long'
    addCell(row, cell.value)
    lines.add(cell.lineEnds)
    at = cell.end
    return undefined
  }

  /** Ends the text at a cell that cannot be read. The row shows how the cell begins. */
  function endText(row: Row, problem: CellProblem) {
    isOver = true
    addCell(row, text.slice(at, at + PROBLEM_LENGTH))
    return { ...row.record, isOpen: problem === 'open', isTooLong: problem === 'too-long' }
  }

  /** Skips line ends and begins a row. Returns undefined at the end of the text. */
  function beginNextRow() {
    at = lines.skip(text, at)
    return at < text.length ? beginRow(lines.line()) : undefined
  }

  /** Skips a delimiter. Returns false at the end of the row. */
  function skipDelimiter(row: Row) {
    if (text.charCodeAt(at) !== separator) return false
    at += 1
    row.length += 1
    return true
  }

  return {
    line: lines.line,
    isOver: () => isOver,
    /** The length of the text that is read again together with the next part. */
    unreadLength: () => (isOver ? 0 : text.length - at),
    stop: () => void (isOver = true),
    *split(more: string, isLast: boolean): Generator<TableRecord> {
      text = text.slice(at) + more
      at = 0
      while (!isOver) {
        row ??= beginNextRow()
        if (row === undefined) return
        const problem = readNextCell(row, isLast)
        if (problem === 'incomplete') return
        if (problem !== undefined) return yield endText(row, problem)
        if (skipDelimiter(row)) continue
        const { record, hasText } = row
        row = undefined
        if (hasText) yield record
      }
    },
  }
}

interface Row {
  record: TableRecord
  length: number
  hasText: boolean
}

const beginRow = (line: number): Row => ({
  record: { line, cells: [], isOpen: false, isTooLong: false },
  length: 0,
  hasText: false,
})

function addCell(row: Row, cell: string) {
  row.hasText ||= cell !== '' && cell.trim() !== ''
  if (row.record.cells.length < MAX_CELLS) row.record.cells.push(cell)
}

/** Counts lines. A return and a line feed are one line end, even in different parts of the text. */
function createLineCounter(firstLine: number) {
  let line = firstLine
  let isAfterReturn = false
  return {
    line: () => line,
    add: (count: number) => void (line += count),
    /** The position behind all line ends from here. */
    skip(text: string, from: number) {
      let at = from
      for (; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        if (!isLineEnd(code)) break
        if (code === RETURN || !isAfterReturn) line += 1
        isAfterReturn = code === RETURN
      }
      if (at < text.length) isAfterReturn = false
      return at
    },
  }
}
