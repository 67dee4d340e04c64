/**
 * Matches text that a spreadsheet may read as a formula: some skip spaces and invisible characters before it, and some
 * accept full-width signs. Guarded text matches too, so that it is guarded again and removing one guard restores it.
 */
const FORMULA = /^'*[\t\r\n\0]|^['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

/** Puts an apostrophe before a formula, so that spreadsheets show it as text. */
export const guardFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

export const removeFormulaGuard = (text: string) =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
