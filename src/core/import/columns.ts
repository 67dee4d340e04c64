import { isEmpty } from './cells.ts'
import type { ImportField } from './import-model.ts'

/** The column of each field. */
export type ColumnIndexes = Partial<Record<ImportField, number>>

export const toColumnIndexes = (fields: readonly (ImportField | null)[]): ColumnIndexes =>
  Object.fromEntries(fields.flatMap((field, index) => (field === null || field === 'unused' ? [] : [[field, index]])))

/** The text of a cell; empty if the row is too short or the cell has an empty marker. */
export function textAt(cells: readonly string[], column: number | undefined) {
  const cell = cells[column ?? -1] ?? ''
  return isEmpty(cell) ? '' : cell
}

/** The text of a date, time or duration. Longer text cannot be one, and regular expressions would be slow on it. */
export const shortTextAt = (cells: readonly string[], column: number | undefined) =>
  textAt(cells, column).trim().slice(0, MAX_TIME_LENGTH)

const MAX_TIME_LENGTH = 60
