import { toColumnIndexes, personOf, shortTextAt, textAt } from './columns.ts'
import { createDateOrderDetector, type FileDateOrder } from './date-order.ts'
import { detectFormat, findMissingFields, recognizeColumns, unitOfHeading } from './headings.ts'
import type { TableRecord } from './split-rows.ts'
import type { TableHead } from './table.ts'
import { isNumber, readNumber, type DurationUnit } from './times.ts'
import type { DateOrder, ImportField, ImportFormat } from './import-model.ts'

/** Properties that are detected once for a whole file and then hold for every row. */
export interface FileAnalysis {
  format: ImportFormat
  headings: readonly string[]
  fields: readonly (ImportField | null)[]
  samples: readonly string[]
  missing: readonly ('start' | 'end')[]
  dateOrder: FileDateOrder
  ambiguousDate: string | null
  /** The unit of plain numbers in the duration column. */
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

/** Collects facts from every row, then decides for the whole file. */
export function createFileAnalyzer(
  { headings }: Pick<TableHead, 'headings'>,
  { columns, dateOrder, now }: AnalysisOptions,
) {
  const fields = recognizeColumns(headings, columns)
  const columnOf = toColumnIndexes(fields)
  const samples = headings.map(() => '')
  const people = new Map<string, number>()
  const dates = createDateOrderDetector(columnOf, now)
  const numbers = { largest: 0, hasFraction: false }

  function addNumber(cell: string) {
    if (!isNumber(cell)) return
    if (/[.,]/.test(cell)) numbers.hasFraction = true
    numbers.largest = Math.max(numbers.largest, readNumber(cell))
  }

  function addSamples(cells: readonly string[]) {
    for (let index = 0; index < samples.length; index += 1)
      if (samples[index] === '') samples[index] = textAt(cells, index).slice(0, SAMPLE_LENGTH)
  }

  function addPerson(person: string) {
    if (person === '' || (people.size >= MAX_PEOPLE && !people.has(person))) return
    people.set(person, (people.get(person) ?? 0) + 1)
  }

  return {
    addRecord({ cells }: TableRecord) {
      addSamples(cells)
      dates.addRecord(cells)
      addNumber(shortTextAt(cells, columnOf.duration))
      addPerson(personOf(cells, columnOf))
    },

    finish(): FileAnalysis {
      const unit = columnOf.duration === undefined ? undefined : unitOfHeading(headings[columnOf.duration]!)
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
