import { type ColumnIndexes, toColumnIndexes, shortTextAt, textAt } from './columns.ts'
import { createDateOrderDetector, type FileDateOrder } from './file/date-order.ts'
import { detectFormat, findMissingFields, joinsTagsByColons, recognizeColumns } from './file/headings.ts'
import { hasDate } from './file/heading-row.ts'
import { createPeopleCounter, type PersonColumns } from './file/people.ts'
import { createUnitReader } from './file/unit-reader.ts'
import type { TableRecord } from './split-rows.ts'
import type { TableHead } from './table.ts'
import { hasTimeOfDay } from './work-times/date-time-columns.ts'
import {
  type DateOrder,
  type DurationUnit,
  type ImportField,
  type ImportFormat,
  MAX_FIRST_ROWS,
} from './import-model.ts'

/** Properties that are detected once for a whole file and then hold for every row. */
export interface FileAnalysis {
  format: ImportFormat
  /** False for text without any heading that is known and without any date, such as a letter. */
  isTable: boolean
  headings: readonly string[]
  fields: readonly (ImportField | null)[]
  samples: readonly string[]
  /** The first rows, with shortened cells. */
  firstRows: readonly { line: number; cells: string[] }[]
  missing: readonly ('start' | 'end')[]
  dateOrder: FileDateOrder
  ambiguousDate: string | null
  /** Whether dates have a time of day, so that the column says when an entry starts or ends. */
  datesHaveTimes: Record<'startDate' | 'endDate', boolean>
  /** The unit of plain numbers in the duration column. */
  unit: DurationUnit | 'none' | 'ambiguous'
  unitInFile: DurationUnit | null
  ambiguousDuration: string | null
  people: { person: string; rows: number }[]
  personColumns: PersonColumns
  /** Whether names of tags are quoted where they need it, so that none was split. */
  areTagsExact: boolean
  areTagsJoinedByColons: boolean
}

export interface AnalysisOptions {
  columns?: readonly { index: number; field: ImportField }[] | undefined
  dateOrder?: DateOrder | undefined
  unit?: DurationUnit | undefined
  now: number
}

const SAMPLE_LENGTH = 80

/** Collects facts from every row, then decides for the whole file. */
export function createFileAnalyzer(
  { headings, format: givenFormat }: Pick<TableHead, 'headings' | 'format'>,
  { columns: overrides, dateOrder, unit, now }: AnalysisOptions,
) {
  const format = givenFormat ?? detectFormat(headings)
  const fields = recognizeColumns(headings, { overrides, format })
  const columnOf = toColumnIndexes(fields)
  const samples = headings.map(() => '')
  const firstRows: FileAnalysis['firstRows'][number][] = []
  const people = createPeopleCounter(headings, fields, overrides)
  const dates = createDateOrderDetector(columnOf, now)
  const times = createTimeFinder(columnOf)
  const units = createUnitReader(headings, fields, format)
  let isTable = fields.some((field) => field !== null)

  function addSamples(cells: readonly string[]) {
    for (let index = 0; index < samples.length; index += 1)
      if (samples[index] === '') samples[index] = textAt(cells, index).slice(0, SAMPLE_LENGTH)
  }

  return {
    addRecord({ line, cells }: TableRecord) {
      if (firstRows.length < MAX_FIRST_ROWS)
        firstRows.push({ line, cells: cells.map((cell) => cell.slice(0, SAMPLE_LENGTH)) })
      isTable ||= hasDate(cells)
      addSamples(cells)
      dates.addRecord(cells)
      times.addRecord(cells)
      units.addRecord(cells)
      people.addRecord(cells)
    },

    finish(): FileAnalysis {
      const { order, ambiguousDate } = dates.finish(dateOrder)
      const { datesHaveTimes, wholeFields } = times.finish()
      const known = fields.map((field) => (field === null ? null : (wholeFields[field] ?? field)))
      return {
        format,
        isTable,
        headings,
        fields: known,
        samples,
        firstRows,
        missing: findMissingFields(known),
        dateOrder: order,
        ambiguousDate,
        datesHaveTimes,
        ...units.finish(unit),
        ...people.finish(),
        // Older exports of Ritmo did not quote tags, and had no segments.
        areTagsExact: givenFormat !== undefined || (format === 'ritmo' && columnOf.segments !== undefined),
        areTagsJoinedByColons: joinsTagsByColons(headings),
      }
    },
  }
}

/** Finds out which date columns have times of day, and which columns of a time or a date alone have both. */
function createTimeFinder({ start, startDate, startTime, end, endDate, endTime }: ColumnIndexes) {
  const datesHaveTimes = { startDate: false, endDate: false }
  const hasNoDate = start === undefined && startDate === undefined && startTime !== undefined
  let isStartTimeWhole = false
  return {
    addRecord(cells: readonly string[]) {
      datesHaveTimes.startDate ||= startDate !== undefined && hasTimeOfDay(shortTextAt(cells, startDate))
      datesHaveTimes.endDate ||= endDate !== undefined && hasTimeOfDay(shortTextAt(cells, endDate))
      isStartTimeWhole ||= hasNoDate && hasDate([shortTextAt(cells, startTime)])
    },
    finish() {
      const isEndDateWhole = datesHaveTimes.endDate && end === undefined && endTime === undefined
      const wholeFields: Partial<Record<ImportField, ImportField>> = {
        ...(isStartTimeWhole && { startTime: 'start' }),
        ...(isEndDateWhole && { endDate: 'end' }),
      }
      return { datesHaveTimes, wholeFields }
    },
  }
}
