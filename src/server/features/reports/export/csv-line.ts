/** What a spreadsheet may take for a formula, by its first character; what looks like one with an apostrophe already gets another. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/u

/** Text that begins like a formula gets an apostrophe before it, which spreadsheets do not compute. Numbers stay numbers. */
const escapeFormula = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A line of RFC 4180. */
export const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (/[",;\r\n\t]/.test(String(cell)) ? quote(textOf(cell)) : textOf(cell))).join(',')}\r\n`

/** The same with every cell in quotes. */
export const quotedLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => quote(textOf(cell))).join(',')}\r\n`

const textOf = (cell: string | number) => (typeof cell === 'number' ? String(cell) : escapeFormula(cell))
