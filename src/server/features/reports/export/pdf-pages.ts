import { setImmediate } from 'node:timers/promises'
import { ACCENT_COLOR, MUTED_COLOR, type PdfCanvas, type TextStyle, truncate, wrap } from './pdf-canvas.ts'

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

/** Tracks the position on the current page, and adds a page when the content does not fit. */
export function createPages(canvas: PdfCanvas) {
  let y = HEIGHT
  const bottom = HEIGHT - MARGIN - FOOTER_HEIGHT

  const pages = {
    /** Reserves some height and returns its top. */
    take(height: number) {
      if (y + height > bottom) pages.next()
      const top = y
      y += height
      return top
    },
    hasRoom: (height: number) => y + height <= bottom,
    next() {
      canvas.doc.addPage()
      y = MARGIN
    },
    drawFooters(textOf: (page: number, pages: number) => readonly [left: string, right: string]) {
      const { count } = canvas.doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        canvas.doc.switchToPage(page)
        const [left, right] = textOf(page + 1, count)
        const style = { size: 8.5, color: MUTED_COLOR }
        canvas.write(truncate(canvas, left, CONTENT_WIDTH - 100, style), LEFT, HEIGHT - MARGIN, style)
        canvas.writeRight(right, RIGHT, HEIGHT - MARGIN, style)
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
  /** A bar in the column with this index. */
  bar?: { column: number; share: number }
}

const BAR_TRACK_COLOR = '#eef2f6'
const MAX_LINES_PER_CELL = 4
const ROWS_PER_YIELD = 10

/** Draws a table, with its headings on each page. */
export async function drawTable(
  canvas: PdfCanvas,
  pages: PdfPages,
  columns: readonly Column[],
  rows: readonly TableRow[],
) {
  const lefts = columns.map((_, index) => LEFT + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0))
  const drawHeadings = () => {
    const top = pages.take(20)
    for (const [index, { title, width, isNumber }] of columns.entries())
      if (isNumber) canvas.writeRight(title, lefts[index]! + width - PADDING, top + 12, HEADING)
      else canvas.write(title, lefts[index]!, top + 12, HEADING)
    canvas.line(LEFT, top + 18, CONTENT_WIDTH, MUTED_COLOR)
  }
  if (!pages.hasRoom(60)) pages.next()
  drawHeadings()
  for (const [number, row] of rows.entries()) {
    const style: TextStyle = { ...TEXT, weight: row.isStrong ? 'bold' : 'regular' }
    const cells = row.cells.map((text, index) =>
      wrap(
        canvas,
        text,
        { width: columns[index]!.width - PADDING - (index === 0 ? (row.indent ?? 0) : 0), lines: MAX_LINES_PER_CELL },
        style,
      ),
    )
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + PADDING
    if (!pages.hasRoom(height)) {
      pages.next()
      drawHeadings()
    }
    drawRow(canvas, pages.take(height), { columns, lefts, cells, row, style, height })
    // Yields to other requests.
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

function drawRow(canvas: PdfCanvas, top: number, { columns, lefts, cells, row, style, height }: RowLayout) {
  if (row.bar !== undefined) {
    const { column, share } = row.bar
    const trackWidth = columns[column]!.width - 50
    canvas.doc.rect(lefts[column]!, top + 6, trackWidth, 5).fill(BAR_TRACK_COLOR)
    canvas.doc.rect(lefts[column]!, top + 6, Math.max(0.5, trackWidth * Math.min(1, share)), 5).fill(ACCENT_COLOR)
  }
  for (const [index, lines] of cells.entries())
    for (const [line, text] of lines.entries()) {
      const baseline = top + 12 + line * LINE_HEIGHT
      const { width, isNumber } = columns[index]!
      if (isNumber) canvas.writeRight(text, lefts[index]! + width - PADDING, baseline, style)
      else canvas.write(text, lefts[index]! + (index === 0 ? (row.indent ?? 0) : 0), baseline, style)
    }
  canvas.line(LEFT, top + height, CONTENT_WIDTH)
}
