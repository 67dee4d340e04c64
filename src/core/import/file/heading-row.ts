import { DATE_ORDERS } from '#core/import/import-model.ts'
import { readDateTime } from '#core/import/times.ts'
import { findMissingFields, recognizeColumns } from './headings.ts'

/** The rows among which the headings are. */
export const MAX_ROWS_ABOVE = 20
const MIN_COLUMNS = 3

/** The index of the row with the most headings that are recognized, if they are enough for an import. */
export function findCompleteHeadings(rows: readonly (readonly string[])[]): number | undefined {
  const fields = rows.map((cells) => recognizeColumns(cells))
  const counts = fields.map((some) => (findMissingFields(some).length === 0 ? countKnown(some) : 0))
  const most = Math.max(0, ...counts)
  return most === 0 ? undefined : counts.indexOf(most)
}

const countKnown = (fields: readonly unknown[]) => fields.filter((field) => field !== null).length

/** The index of the row that has the headings. Titles above them have one cell, or none that is a heading. */
export function findHeadings(rows: readonly (readonly string[])[]): number {
  const complete = findCompleteHeadings(rows)
  if (complete !== undefined) return complete
  const widths = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const isTable = Math.max(0, ...widths) >= MIN_COLUMNS
  return isTable
    ? Math.max(
        0,
        widths.findIndex((width) => width > 1),
      )
    : 0
}

/** Whether a row has a date: then it is an entry, and the table has no headings. */
export const hasDate = (cells: readonly string[]) =>
  cells.some((cell) =>
    DATE_ORDERS.some((order) => {
      const { at, day } = readDateTime(cell.trim().slice(0, MAX_DATE_LENGTH), order) ?? {}
      return (at ?? day) !== undefined
    }),
  )
const MAX_DATE_LENGTH = 60
