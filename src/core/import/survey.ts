import { columnsOf, personOf, shortTextAt, textAt } from './columns.ts'
import { createDateOrder, type FileOrder } from './date-order.ts'
import { formatOf, missingIn, recognise, unitOf } from './headings.ts'
import type { Table, TableRecord } from './table.ts'
import { isNumber, readNumber, type Unit } from './times.ts'
import type { DateOrder, ImportField, ImportFormat } from './vocabulary.ts'

/** What holds for a whole file, and is never decided row by row. */
export interface Survey {
  format: ImportFormat
  headings: readonly string[]
  fields: readonly (ImportField | null)[]
  samples: readonly string[]
  missing: readonly ('start' | 'end')[]
  dateOrder: FileOrder
  ambiguousDate: string | null
  /** What bare numbers of its durations count. */
  unit: Unit
  people: { person: string; rows: number }[]
}

interface Asked {
  columns?: readonly { index: number; field: ImportField }[] | undefined
  dateOrder?: DateOrder | undefined
  now: number
}

const SAMPLE_LENGTH = 80
const MOST_PEOPLE = 200

/** Looks at every row once, and then says what holds for all of them. */
export function createSurvey({ headings }: Table, { columns, dateOrder, now }: Asked) {
  const fields = recognise(headings, columns)
  const at = columnsOf(fields)
  const samples = headings.map(() => '')
  const people = new Map<string, number>()
  const dates = createDateOrder(at, now)
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
    if (person === '' || (people.size >= MOST_PEOPLE && !people.has(person))) return
    people.set(person, (people.get(person) ?? 0) + 1)
  }

  return {
    see({ cells }: TableRecord) {
      seeSamples(cells)
      dates.see(cells)
      seeNumber(shortTextAt(cells, at.duration))
      seePerson(personOf(cells, at))
    },

    conclude(): Survey {
      const unit = at.duration === undefined ? undefined : unitOf(headings[at.duration]!)
      const { order, ambiguousDate } = dates.conclude(dateOrder)
      return {
        format: formatOf(headings),
        headings,
        fields,
        samples,
        missing: missingIn(fields),
        dateOrder: order,
        ambiguousDate,
        unit: unit ?? (numbers.hasFraction || numbers.largest <= 24 ? 'hours' : 'seconds'),
        people: [...people].map(([person, rows]) => ({ person, rows })).toSorted((a, b) => b.rows - a.rows),
      }
    },
  }
}
