import { guardFormula } from '#core/text/formula-guard.ts'

export const BYTE_ORDER_MARK = '\uFEFF'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A line as in RFC 4180. */
export const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (/[",;\r\n\t]/.test(String(cell)) ? quote(textOf(cell)) : textOf(cell))).join(',')}\r\n`

export const quotedLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => quote(textOf(cell))).join(',')}\r\n`

const textOf = (cell: string | number) => (typeof cell === 'number' ? String(cell) : guardFormula(cell))
