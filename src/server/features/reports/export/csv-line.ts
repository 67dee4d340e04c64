export const BYTE_ORDER_MARK = '\uFEFF'

/** Matches text that a spreadsheet may read as a formula, also after apostrophes: an escaped text is escaped again. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/u

/** Puts an apostrophe before a formula, so that spreadsheets show it as text. */
const escapeFormula = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A line as in RFC 4180. */
export const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (/[",;\r\n\t]/.test(String(cell)) ? quote(textOf(cell)) : textOf(cell))).join(',')}\r\n`

export const quotedLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => quote(textOf(cell))).join(',')}\r\n`

const textOf = (cell: string | number) => (typeof cell === 'number' ? String(cell) : escapeFormula(cell))
