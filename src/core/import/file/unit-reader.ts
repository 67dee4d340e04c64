import { type ColumnIndexes, shortTextAt, toColumnIndexes } from '#core/import/columns.ts'
import {
  DATE_ORDERS,
  type DurationUnit,
  FORMATS_WITH_PAUSES,
  type ImportField,
  type ImportFormat,
} from '#core/import/import-model.ts'
import { isNumber, readDurationCell, readNumber } from '#core/import/times.ts'
import { createDateTimeReader, END_FIELDS, START_FIELDS } from '#core/import/work-times/date-time-columns.ts'
import { resolveSpan } from '#core/import/work-times/span.ts'
import { createUnitDetector, unitOfHeading } from './duration-unit.ts'
import { normalizeHeading, primaryFieldOf } from './headings.ts'
import { SECONDARY_FIELDS } from './heading-aliases.ts'

/**
 * Finds the unit of plain numbers in the duration column: from its heading, or from another column that says the same
 * time. If they contradict each other, or there is none, the unit is ambiguous.
 */
export function createUnitReader(
  headings: readonly string[],
  fields: readonly (ImportField | null)[],
  format: ImportFormat,
) {
  const columns = toColumnIndexes(fields)
  const words = headings.map(normalizeHeading)
  const named = columns.duration === undefined ? undefined : unitOfHeading(words[columns.duration]!)
  const others = findOtherDurations(headings, fields)
  const detector = createUnitDetector()
  const readSpan = createSpanReader(columns)
  let example: string | null = null

  const spanOf = (cells: readonly string[]) => {
    for (const { column, unit } of others) {
      const length = readDurationCell(shortTextAt(cells, column), unit)
      if (length !== undefined) return length
    }
    return readSpan(cells)
  }

  return {
    addRecord(cells: readonly string[]) {
      const text = shortTextAt(cells, columns.duration)
      if (!isNumber(text) || /^\d+$/.test(shortTextAt(cells, columns.milliseconds))) return
      const count = readNumber(text)
      detector.compare(count, spanOf(cells))
      // Start and end decide without the duration, except where it leaves out pauses.
      const hasEnd = shortTextAt(cells, columns.end) !== '' || shortTextAt(cells, columns.endTime) !== ''
      if (count !== 0 && (!hasEnd || FORMATS_WITH_PAUSES.includes(format))) example ??= text
    },

    finish(chosen: DurationUnit | undefined) {
      const confirmed = detector.confirmed()
      const isContradicted = named !== undefined && confirmed !== undefined && named !== confirmed
      const unitInFile = isContradicted ? null : (named ?? confirmed ?? null)
      const unit = chosen ?? unitInFile ?? (example === null ? ('none' as const) : ('ambiguous' as const))
      return { unit, unitInFile, ambiguousDuration: unit === 'ambiguous' ? example : null }
    },
  }
}

/** Further columns of durations. */
function findOtherDurations(headings: readonly string[], fields: readonly (ImportField | null)[]) {
  return headings.flatMap((heading, column) => {
    const word = normalizeHeading(heading)
    const isDuration = (primaryFieldOf(heading) ?? SECONDARY_FIELDS.get(word)) === 'duration'
    return isDuration && fields[column] === 'unused' ? [{ column, unit: unitOfHeading(word) }] : []
  })
}

/** Reads the time from start to end as if the time zone were UTC, which is precise enough to compare units. */
function createSpanReader(columns: ColumnIndexes) {
  const readers = DATE_ORDERS.map((order) => createDateTimeReader(columns, order))
  const inUtc = (local: number) => ({ instants: [local], isSkipped: false })
  const ignore = () => undefined
  return (cells: readonly string[]): number | undefined => {
    const lengths = readers.flatMap((read) => {
      const [start, end] = [read(cells, START_FIELDS, ignore), read(cells, END_FIELDS, ignore)]
      if (start === undefined || end === undefined) return []
      const span = resolveSpan({ start, end, lengthMs: undefined }, inUtc)
      return typeof span === 'string' || span.end <= span.start ? [] : span.end - span.start
    })
    return lengths.length === 0 ? undefined : Math.min(...lengths)
  }
}
