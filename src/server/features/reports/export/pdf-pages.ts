import { setImmediate } from 'node:timers/promises'
import { ACCENT_COLOR, truncate, type PdfCanvas, MUTED_COLOR, type TextStyle, wrap } from './pdf-canvas.ts'

const MARGIN = 42
const WIDTH = 595.28
const HEIGHT = 841.89
const FOOTER_HEIGHT = 30
export const LEFT = MARGIN
export const RIGHT = WIDTH - MARGIN
export const CONTENT_WIDTH = RIGHT - LEFT

const TEXT: TextStyle = { size: 9 }
const HEADING: TextStyle = { size: 8.5, weight: 'bold', color: MUTED_COLOR }
const LINE_HEIGHT = 12
const PADDING = 6

export type PdfPages = ReturnType<typeof createPages>

/** Keeps where on a page one has got to, and begins a new one when there is no room left. */
export function createPages(pen: PdfCanvas) {
  let y = HEIGHT
  const bottom = HEIGHT - MARGIN - FOOTER_HEIGHT

  const pages = {
    /** Takes some height and returns where it begins. */
    take(height: number) {
      if (y + height > bottom) pages.next()
      const top = y
      y += height
      return top
    },
    hasRoom: (height: number) => y + height <= bottom,
    next() {
      pen.doc.addPage()
      y = MARGIN
    },
    /** Writes at the foot of every page. */
    foot(textOf: (page: number, pages: number) => readonly [left: string, right: string]) {
      const { count } = pen.doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        pen.doc.switchToPage(page)
        const [left, right] = textOf(page + 1, count)
        const style = { size: 8.5, color: MUTED_COLOR }
        pen.write(truncate(pen, left, CONTENT_WIDTH - 100, style), LEFT, HEIGHT - MARGIN, style)
        pen.writeRight(right, RIGHT, HEIGHT - MARGIN, style)
      }
    },
  }
  return pages
}

export interface Column {
  title: string
  width: number
  isNumber?: true
}

export interface TableRow {
  cells: readonly string[]
  isStrong?: boolean
  indent?: number
  /** How much of its column the bar in it fills. */
  bar?: { column: number; share: number }
}

const BAR_TRACK_COLOR = '#eef2f6'
const MAX_LINES_PER_CELL = 4
const ROWS_PER_YIELD = 10

/** A table whose headings are on each of its pages. */
export async function drawTable(
  pen: PdfCanvas,
  pages: PdfPages,
  columns: readonly Column[],
  rows: readonly TableRow[],
) {
  const lefts = columns.map((_, index) => LEFT + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0))
  const head = () => {
    const top = pages.take(20)
    for (const [index, { title, width, isNumber }] of columns.entries())
      if (isNumber) pen.writeRight(title, lefts[index]! + width - PADDING, top + 12, HEADING)
      else pen.write(title, lefts[index]!, top + 12, HEADING)
    pen.line(LEFT, top + 18, CONTENT_WIDTH, MUTED_COLOR)
  }
  if (!pages.hasRoom(60)) pages.next()
  head()
  for (const [number, row] of rows.entries()) {
    const style: TextStyle = { ...TEXT, weight: row.isStrong ? 'bold' : 'regular' }
    const cells = row.cells.map((text, index) =>
      wrap(
        pen,
        text,
        { width: columns[index]!.width - PADDING - (index === 0 ? (row.indent ?? 0) : 0), lines: MAX_LINES_PER_CELL },
        style,
      ),
    )
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + PADDING
    if (!pages.hasRoom(height)) {
      pages.next()
      head()
    }
    drawRow(pen, pages.take(height), { columns, lefts, cells, row, style, height })
    // Others are served meanwhile.
    if (number % ROWS_PER_YIELD === 0) await setImmediate()
  }
}

interface RowLayout {
  columns: readonly Column[]
  lefts: readonly number[]
  cells: readonly (readonly string[])[]
  row: TableRow
  style: TextStyle
  height: number
}

function drawRow(pen: PdfCanvas, top: number, { columns, lefts, cells, row, style, height }: RowLayout) {
  if (row.bar !== undefined) {
    const { column, share } = row.bar
    const room = columns[column]!.width - 50
    pen.doc.rect(lefts[column]!, top + 6, room, 5).fill(BAR_TRACK_COLOR)
    pen.doc.rect(lefts[column]!, top + 6, Math.max(0.5, room * Math.min(1, share)), 5).fill(ACCENT_COLOR)
  }
  for (const [index, lines] of cells.entries())
    for (const [line, text] of lines.entries()) {
      const baseline = top + 12 + line * LINE_HEIGHT
      const { width, isNumber } = columns[index]!
      if (isNumber) pen.writeRight(text, lefts[index]! + width - PADDING, baseline, style)
      else pen.write(text, lefts[index]! + (index === 0 ? (row.indent ?? 0) : 0), baseline, style)
    }
  pen.line(LEFT, top + height, CONTENT_WIDTH)
}
