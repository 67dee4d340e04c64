/** The most characters of a cell, quotation marks included: more than spreadsheets allow, for the segments of an entry. */
export const MAX_CELL_LENGTH = 70_000

interface Cell {
  value: string
  /** The position behind the cell. */
  end: number
  /** The number of line ends within the cell. */
  lineEnds: number
}

/** `open`: its quotation mark never closes. `incomplete`: it may go on in the text to come. */
export type CellProblem = 'open' | 'too-long' | 'incomplete'

const LINE_FEED = 10
export const RETURN = 13
const QUOTE = 34

interface ReadOptions {
  /** The character code of the delimiter. */
  separator: number
  /** Whether no more text comes. */
  isLast: boolean
}

/** Reads the cell at a position. It looks at no more characters than a cell can have. */
export function readCell(text: string, at: number, { separator, isLast }: ReadOptions): Cell | CellProblem {
  const isQuoted = text.charCodeAt(at) === QUOTE
  const close = isQuoted ? findClosingQuote(text, at + 1) : at - 1
  const isOpen = close === undefined
  const end = isOpen ? text.length : findPlainEnd(text, close + 1, separator)
  if (end - at > MAX_CELL_LENGTH) return 'too-long'
  if (end === text.length && !isLast) return 'incomplete'
  if (isOpen) return 'open'
  // Text between the closing mark and the delimiter belongs to the cell.
  const plain = text.slice(close + 1, end)
  if (!isQuoted) return { value: plain, end, lineEnds: 0 }
  const inside = text.slice(at + 1, close)
  return { value: inside.replaceAll('""', '"') + plain, end, lineEnds: countLineEnds(inside) }
}

export const isLineEnd = (code: number) => code === LINE_FEED || code === RETURN

function findPlainEnd(text: string, from: number, separator: number) {
  const limit = Math.min(text.length, from + MAX_CELL_LENGTH + 1)
  let end = from
  while (end < limit) {
    const code = text.charCodeAt(end)
    if (code === separator || isLineEnd(code)) break
    end += 1
  }
  return end
}

function findClosingQuote(text: string, from: number) {
  const searched = text.slice(from, from + MAX_CELL_LENGTH + 1)
  let close = searched.indexOf('"')
  while (close !== -1 && searched.charCodeAt(close + 1) === QUOTE) close = searched.indexOf('"', close + 2)
  return close === -1 ? undefined : from + close
}

function countLineEnds(text: string) {
  let count = 0
  for (let at = text.search(/[\r\n]/); at !== -1 && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count += 1
  }
  return count
}
