import { isEmpty } from './cells.ts'
import type { ImportField } from './import-model.ts'

/** Where each thing is. */
export type ColumnIndexes = Partial<Record<ImportField, number>>

export const toColumnIndexes = (fields: readonly (ImportField | null)[]): ColumnIndexes =>
  Object.fromEntries(fields.flatMap((field, index) => (field === null || field === 'unused' ? [] : [[field, index]])))

/** Empty where a row is too short, or says that there is nothing. */
export function textAt(cells: readonly string[], column: number | undefined) {
  const cell = cells[column ?? -1] ?? ''
  return isEmpty(cell) ? '' : cell
}

/** A moment or a duration; nothing that is longer can be one, and to look for it in there could take for ever. */
export const shortTextAt = (cells: readonly string[], column: number | undefined) =>
  textAt(cells, column).trim().slice(0, MAX_TIME_LENGTH)

/** By address where there is one, for names change. */
export const personOf = (cells: readonly string[], { email, person }: ColumnIndexes) =>
  (textAt(cells, email) || textAt(cells, person)).trim().slice(0, MAX_PERSON_LENGTH)

const MAX_TIME_LENGTH = 60
const MAX_PERSON_LENGTH = 300
