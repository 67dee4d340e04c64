import { memoize } from '#core/memoize.ts'
import { DAY_MS } from '#core/time/units.ts'
import { type ColumnIndexes, shortTextAt } from './columns.ts'
import { readDay, unorderedParts } from './dates.ts'
import { readDateTime, readTimeOfDay } from './times.ts'
import { DATE_ORDERS, type DateOrder } from './import-model.ts'

const MAX_CACHED_DATES = 20_000

/**
 * Detects whether days or months come first in a file. A part above 12 decides. Otherwise the order decides in which
 * fewer rows end before they start, last longer than a day or lie in the future. Otherwise dots mean day first.
 */
export function createDateOrderDetector(columns: ColumnIndexes, now: number) {
  const impossible: Counts = { 'day-first': 0, 'month-first': 0 }
  const implausible: Counts = { 'day-first': 0, 'month-first': 0 }
  const seen = { isUnordered: false, hasDots: false, unclear: null as string | null }

  /** Whether a date can be read in both orders. Cached, because a file has few different dates. */
  const isAmbiguous = memoize(MAX_CACHED_DATES, (text: string) => {
    const date = datePart(text)
    const parts = unorderedParts(date)
    if (parts === undefined) return false
    const { first, second, hasDots } = parts
    seen.isUnordered = true
    seen.hasDots ||= hasDots
    if (second > 12) impossible['day-first'] += 1
    if (first > 12) impossible['month-first'] += 1
    if (first > 12 || second > 12 || first === second) return false
    seen.unclear ??= date
    return true
  })

  return {
    addRecord(cells: readonly string[]) {
      const start = shortTextAt(cells, columns.startDate ?? columns.start)
      const end = shortTextAt(cells, columns.endDate ?? columns.end)
      const hasAmbiguous = [isAmbiguous(start), isAmbiguous(end)].includes(true)
      if (!hasAmbiguous || impossible['day-first'] + impossible['month-first'] > 0) return
      for (const order of DATE_ORDERS) if (!isPlausible(cells, columns, { order, now })) implausible[order] += 1
    },

    /** The user's choice counts more than plausibility, but less than an impossible date. */
    finish(chosen: DateOrder | undefined): { order: FileDateOrder; ambiguousDate: string | null } {
      const { isUnordered, hasDots, unclear } = seen
      const likely = () => orderWithFewer(implausible) ?? (hasDots || unclear === null ? 'day-first' : 'ambiguous')
      const order = isUnordered ? (orderWithFewer(impossible) ?? chosen ?? likely()) : 'unambiguous'
      return { order, ambiguousDate: order === 'ambiguous' ? unclear : null }
    },
  }
}

export type FileDateOrder = DateOrder | 'unambiguous' | 'ambiguous'
type Counts = Record<DateOrder, number>

/** The date of a cell with date and time. */
const datePart = (text: string) => /^[\d./-]+/.exec(text)?.[0] ?? text

function orderWithFewer(counts: Counts): DateOrder | undefined {
  const { 'day-first': dayFirst, 'month-first': monthFirst } = counts
  if (dayFirst === monthFirst) return undefined
  return dayFirst < monthFirst ? 'day-first' : 'month-first'
}

function isPlausible(cells: readonly string[], at: ColumnIndexes, { order, now }: { order: DateOrder; now: number }) {
  /** The local time as if it were UTC, which is precise enough to compare orders. */
  const read = (date: number | undefined, time: number | undefined, dateTime: number | undefined) => {
    const cell = readDateTime(shortTextAt(cells, dateTime), order)
    if (cell?.at !== undefined) return cell.at
    const day = cell?.day ?? readDay(shortTextAt(cells, date), order)
    return day === undefined ? undefined : day * DAY_MS + (cell?.time ?? readTimeOfDay(shortTextAt(cells, time)) ?? 0)
  }
  const start = read(at.startDate, at.startTime, at.start)
  const end = read(at.endDate, at.endTime, at.end)
  if (start === undefined || start > now + 2 * DAY_MS) return false
  if (end === undefined) return true
  return end >= start && end - start <= DAY_MS
}
