import { setImmediate } from 'node:timers/promises'
import {
  ACCENT_COLOR,
  inLogicalOrder,
  MUTED_COLOR,
  type PdfCanvas,
  type PdfElement,
  type TextStyle,
  truncate,
  wrap,
} from './pdf-canvas.ts'

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
        canvas.decorate(() => {
          canvas.write(truncate(canvas, left, CONTENT_WIDTH - 100, style), LEFT, HEIGHT - MARGIN, style)
          canvas.writeRight(right, RIGHT, HEIGHT - MARGIN, style)
        }, 'Pagination')
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
  /** Whether the row is never the last one of a page, as a group above its lines. */
  keepsWithNext?: boolean
  /** Whether the first cell names the row. */
  isNamed?: boolean
}

export interface Table {
  title: string
  columns: readonly Column[]
  rows: readonly TableRow[]
}

const BAR_TRACK_COLOR = '#eef2f6'
const MAX_LINES_PER_CELL = 4
const ROWS_PER_YIELD = 10
const TITLE_HEIGHT = 36
const HEADINGS_HEIGHT = 20

/** Draws a table below its title, with its headings on each page. Neither title nor headings are without a row. */
export async function drawTable(canvas: PdfCanvas, pages: PdfPages, { title, columns, rows }: Table) {
  const lefts = columns.map((_, index) => LEFT + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0))
  const drawHeading = (top: number, index: number) => {
    const { title, width, isNumber } = columns[index]!
    if (isNumber) canvas.writeRight(title, lefts[index]! + width - PADDING, top + 12, HEADING)
    else canvas.write(title, lefts[index]!, top + 12, HEADING)
  }
  const drawHeadingLine = (top: number) => canvas.line(LEFT, top + 18, CONTENT_WIDTH, MUTED_COLOR)
  const drawRepeatedHeadings = () =>
    canvas.decorate(() => {
      const top = pages.take(HEADINGS_HEIGHT)
      for (const index of columns.keys()) drawHeading(top, index)
      drawHeadingLine(top)
    }, 'Pagination')
  const rowLayouts = createRowLayouts(canvas, columns, rows)

  if (!pages.hasRoom(TITLE_HEIGHT + HEADINGS_HEIGHT + rowLayouts.heightFrom(0))) pages.next()
  const titleTop = pages.take(TITLE_HEIGHT)
  canvas.addElement(canvas.root, 'H2', () => canvas.write(title, LEFT, titleTop + 28, { size: 13, weight: 'bold' }))
  const table = canvas.addGroup(canvas.root, 'Table')
  const headings = canvas.addGroup(canvas.addGroup(table, 'THead'), 'TR')
  const top = pages.take(HEADINGS_HEIGHT)
  for (const index of columns.keys())
    canvas.addElement(headings, 'TH', () => drawHeading(top, index), { scope: 'Column' })
  canvas.decorate(() => drawHeadingLine(top))
  const body = canvas.addGroup(table, 'TBody')
  for (const [number, row] of rows.entries()) {
    if (!pages.hasRoom(rowLayouts.heightFrom(number))) {
      pages.next()
      drawRepeatedHeadings()
    }
    const { cells, height } = rowLayouts.take(number)
    drawRow(canvas, pages.take(height), { parent: body, columns, lefts, cells, row, height })
    // Yields to other requests.
    if (number % ROWS_PER_YIELD === 0) await setImmediate()
  }
}

interface MeasuredRow {
  cells: readonly (readonly string[])[]
  height: number
}

/** Wraps the cells of rows when their heights are needed, and forgets them when they are drawn. */
function createRowLayouts(canvas: PdfCanvas, columns: readonly Column[], rows: readonly TableRow[]) {
  const measured = new Map<number, MeasuredRow>()

  function measure(number: number): MeasuredRow {
    const row = rows[number]!
    const cells = row.cells.map((text, index) => {
      const width = columns[index]!.width - PADDING - (index === 0 ? (row.indent ?? 0) : 0)
      return wrap(canvas, text, { width, lines: MAX_LINES_PER_CELL }, styleOf(row))
    })
    return { cells, height: Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + PADDING }
  }

  function layoutOf(number: number) {
    const layout = measured.get(number) ?? measure(number)
    measured.set(number, layout)
    return layout
  }

  return {
    /** The height of a row and of those that it keeps with it. */
    heightFrom(first: number) {
      let height = 0
      for (let number = first; number < rows.length; number++) {
        height += layoutOf(number).height
        if (rows[number]!.keepsWithNext !== true) break
      }
      return height
    },
    take(number: number) {
      const layout = layoutOf(number)
      measured.delete(number)
      return layout
    },
  }
}

const styleOf = ({ isStrong }: TableRow): TextStyle => ({ ...TEXT, weight: isStrong ? 'bold' : 'regular' })

interface DrawnRow extends MeasuredRow {
  parent: PdfElement
  columns: readonly Column[]
  lefts: readonly number[]
  row: TableRow
}

function drawRow(canvas: PdfCanvas, top: number, { parent, columns, lefts, cells, row, height }: DrawnRow) {
  canvas.decorate(() => {
    if (row.bar !== undefined) drawBar(canvas, { ...row.bar, columns, lefts, top })
    canvas.line(LEFT, top + height, CONTENT_WIDTH)
  })
  const element = canvas.addGroup(parent, 'TR')
  const style = styleOf(row)
  for (const [index, lines] of cells.entries()) {
    const { width, isNumber } = columns[index]!
    const draw = () => {
      for (const [line, text] of lines.entries()) {
        const baseline = top + 12 + line * LINE_HEIGHT
        if (isNumber) canvas.writeRight(text, lefts[index]! + width - PADDING, baseline, style)
        else canvas.write(text, lefts[index]! + (index === 0 ? (row.indent ?? 0) : 0), baseline, style)
      }
    }
    const isName = index === 0 && row.isNamed === true
    canvas.addElement(element, isName ? 'TH' : 'TD', draw, {
      ...inLogicalOrder(row.cells[index]!),
      ...(isName && { scope: 'Row' }),
    })
  }
}

interface Bar {
  column: number
  share: number
  columns: readonly Column[]
  lefts: readonly number[]
  top: number
}

function drawBar({ doc }: PdfCanvas, { column, share, columns, lefts, top }: Bar) {
  const trackWidth = columns[column]!.width - 50
  doc.rect(lefts[column]!, top + 6, trackWidth, 5).fill(BAR_TRACK_COLOR)
  doc.rect(lefts[column]!, top + 6, Math.max(0.5, trackWidth * Math.min(1, share)), 5).fill(ACCENT_COLOR)
}
