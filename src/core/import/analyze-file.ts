import { toColumnIndexes, personOf, shortTextAt, textAt } from './columns.ts'
import { createDateOrderDetector, type FileDateOrder } from './date-order.ts'
import { detectFormat, findMissingFields, recognizeColumns, unitOfHeading } from './headings.ts'
import type { Table, TableRecord } from './table.ts'
import { isNumber, readNumber, type DurationUnit } from './times.ts'
import type { DateOrder, ImportField, ImportFormat } from './import-model.ts'

/** What holds for a whole file, and is never decided row by row. */
export interface FileAnalysis {
  format: ImportFormat
  headings: readonly string[]
  fields: readonly (ImportField | null)[]
  samples: readonly string[]
  missing: readonly ('start' | 'end')[]
  dateOrder: FileDateOrder
  ambiguousDate: string | null
  /** What bare numbers of its durations count. */
  unit: DurationUnit
  people: { person: string; rows: number }[]
}

interface AnalysisOptions {
  columns?: readonly { index: number; field: ImportField }[] | undefined
  dateOrder?: DateOrder | undefined
  now: number
}

const SAMPLE_LENGTH = 80
const MAX_PEOPLE = 200

/** Looks at every row once, and then says what holds for all of them. */
export function createFileAnalyzer({ headings }: Table, { columns, dateOrder, now }: AnalysisOptions) {
  const fields = recognizeColumns(headings, columns)
  const at = toColumnIndexes(fields)
  const samples = headings.map(() => '')
  const people = new Map<string, number>()
  const dates = createDateOrderDetector(at, now)
  const numbers = { largest: 0, hasFraction: false }

  function seeNumber(cell: string) {
    if (!isNumber(cell)) return
    if (/[.,]/.test(cell)) numbers.hasFraction = true
    numbers.largest = Math.max(numbers.largest, readNumber(cell))
  }

  function seeSamples(cells: readonly string[]) {
    for (let index = 0; index < samples.length; index += 1)
      if (samples[index] === '') samples[index] = textAt(cells, index).slice(0, SAMPLE_LENGTH)
  }

  function seePerson(person: string) {
    if (person === '' || (people.size >= MAX_PEOPLE && !people.has(person))) return
    people.set(person, (people.get(person) ?? 0) + 1)
  }

  return {
    addRecord({ cells }: TableRecord) {
      seeSamples(cells)
      dates.addRecord(cells)
      seeNumber(shortTextAt(cells, at.duration))
      seePerson(personOf(cells, at))
    },

    finish(): FileAnalysis {
      const unit = at.duration === undefined ? undefined : unitOfHeading(headings[at.duration]!)
      const { order, ambiguousDate } = dates.finish(dateOrder)
      return {
        format: detectFormat(headings),
        headings,
        fields,
        samples,
        missing: findMissingFields(fields),
        dateOrder: order,
        ambiguousDate,
        unit: unit ?? (numbers.hasFraction || numbers.largest <= 24 ? 'hours' : 'seconds'),
        people: [...people].map(([person, rows]) => ({ person, rows })).toSorted((a, b) => b.rows - a.rows),
      }
    },
  }
}
