import { removeFormulaGuard } from '#core/text/formula-guard.ts'
import type { ImportFormat } from './import-model.ts'
import { cutName } from './long-names.ts'

/** Kimai puts an apostrophe and a space before formulas. */
const KIMAI_FORMULA_GUARD = /^' (?=[=+\-@\t\r\n]|.*DDE)/su

export const isEmpty = (cell: string) => cell === '-' || cell.trim() === ''

/** The text of a cell without formula guards; empty for an empty marker. */
export function readText(cell: string, format: ImportFormat): string {
  if (cell === '-') return ''
  // Kimai's headings are not known in every language.
  const isKimai = format === 'kimai' || format === 'other'
  return removeFormulaGuard(isKimai ? cell.replace(KIMAI_FORMULA_GUARD, '') : cell)
}

export interface ReadName {
  name: string
  /** The whole name, if it was too long. */
  whole: string | undefined
}

/** Returns undefined if the text has characters that no name can have. */
export function readName(text: string): ReadName | undefined {
  const whole = text.trim()
  if (/[\p{Cc}\p{Cs}]/u.test(whole)) return undefined
  const name = cutName(whole)
  return { name, whole: name === whole ? undefined : whole }
}
