import { isEmpty } from './cells.ts'
import type { ImportField } from './vocabulary.ts'

/** Where each thing is. */
export type Columns = Partial<Record<ImportField, number>>

export const columnsOf = (fields: readonly (ImportField | null)[]): Columns =>
  Object.fromEntries(fields.flatMap((field, index) => (field === null || field === 'unused' ? [] : [[field, index]])))

/** Empty where a row is too short, or says that there is nothing. */
export function textAt(cells: readonly string[], column: number | undefined) {
  const cell = cells[column ?? -1] ?? ''
  return isEmpty(cell) ? '' : cell
}

/** A moment or a duration; nothing that is longer can be one, and to look for it in there could take for ever. */
export const shortTextAt = (cells: readonly string[], column: number | undefined) =>
  textAt(cells, column).trim().slice(0, LONGEST_TIME)

/** By address where there is one, for names change. */
export const personOf = (cells: readonly string[], { email, person }: Columns) =>
  (textAt(cells, email) || textAt(cells, person)).trim().slice(0, LONGEST_PERSON)

const LONGEST_TIME = 60
const LONGEST_PERSON = 300
