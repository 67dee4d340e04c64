import { fit, shorten, toTerminalText, widthOf } from '#core/command-line/terminal-text.ts'

interface Column {
  align?: 'start' | 'end'
}

const GAP = '  '
const MIN_LAST_COLUMN = 10

/** Lines up the cells. If the terminal is too narrow, the last column is shortened; a file gets everything. */
export function layOut(rows: readonly (readonly string[])[], columns: readonly Column[], width = Infinity): string[] {
  const cells = rows.map((row) => row.map(toTerminalText))
  const widths = columns.map((_, index) => Math.max(0, ...cells.map((row) => widthOf(row[index] ?? ''))))
  const last = columns.length - 1
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = Math.max(MIN_LAST_COLUMN, width - before)
  return cells.map((row) =>
    row
      .map((cell, index) => {
        if (index < last) return fit(cell, widths[index]!, columns[index]?.align)
        const shown = shorten(cell, room)
        return columns[index]?.align === 'end' ? fit(shown, Math.min(room, widths[index]!), 'end') : shown
      })
      .join(GAP)
      .trimEnd(),
  )
}

/** Emphasises a line, if the terminal shows colours. */
export const bold = (text: string, isColored: boolean) => (isColored ? `\u001B[1m${text}\u001B[22m` : text)
