import { type ColumnIndexes, shortTextAt } from '#core/import/columns.ts'
import { readDay, unorderedParts } from '#core/import/dates.ts'
import { DATE_ORDERS, type DateOrder } from '#core/import/import-model.ts'
import type { PartialDateTime } from '#core/import/times.ts'
import { createDateTimeReader, END_FIELDS, START_FIELDS } from '#core/import/work-times/date-time-columns.ts'
import { memoize } from '#core/memoize.ts'
import { DAY_MS } from '#core/time/units.ts'

const MAX_CACHED_DATES = 20_000
/** So many more rows that contradict an order outweigh a few with mistakes. */
const OUTWEIGHS = 20
/** Fewer dates may by chance all lie in the future of one order. */
const MIN_FUTURE_DATES = 3

/**
 * Detects whether days or months come first in a file. A part above 12 decides. Otherwise rows decide that end before
 * they start or last longer than a day in one order. A date still to come is no proof, because people plan; only if in
 * one order all dates lie in the future, and in the other none, that one is excluded. Otherwise dots mean day first.
 */
export function createDateOrderDetector(columns: ColumnIndexes, now: number) {
  const impossible = noCounts()
  const contradicted = noCounts()
  const future = noCounts()
  const seen = { isUnordered: false, hasDots: false, ambiguous: 0, unclear: null as string | null }
  const doesFit = createFitCheck(columns)

  /** Whether a date can be read in both orders. Cached, because a file has few different dates. */
  const isAmbiguous = memoize(MAX_CACHED_DATES, (text: string) => {
    const date = datePart(text)
    const parts = unorderedParts(date)
    if (parts === undefined) return false
    const { first, second, hasDots } = parts
    seen.isUnordered = true
    seen.hasDots ||= hasDots
    impossible['day-first'] += Number(second > 12)
    impossible['month-first'] += Number(first > 12)
    if (first > 12 || second > 12 || first === second) return false
    seen.unclear ??= date
    seen.ambiguous += 1
    for (const order of DATE_ORDERS) if (readDay(date, order)! * DAY_MS > now + 2 * DAY_MS) future[order] += 1
    return true
  })

  /** The order in which not all dates lie in the future, if all do in the other. */
  function orderOfThePast(): DateOrder | undefined {
    if (seen.ambiguous < MIN_FUTURE_DATES) return undefined
    return DATE_ORDERS.find((order) => future[order] === 0 && future[otherOf(order)] === seen.ambiguous)
  }

  return {
    addRecord(cells: readonly string[]) {
      const start = shortTextAt(cells, columns.startDate ?? columns.start ?? columns.startTime)
      const end = shortTextAt(cells, columns.endDate ?? columns.end ?? columns.endTime)
      const hasAmbiguous = [isAmbiguous(start), isAmbiguous(end)].includes(true)
      if (!hasAmbiguous || impossible['day-first'] + impossible['month-first'] > 0) return
      for (const order of DATE_ORDERS) if (!doesFit[order](cells)) contradicted[order] += 1
    },

    /** The user's choice counts more than what is likely, but less than an impossible date. */
    finish(chosen: DateOrder | undefined): { order: FileDateOrder; ambiguousDate: string | null } {
      const { isUnordered, hasDots, unclear } = seen
      const likely = () => orderWithFewer(contradicted, OUTWEIGHS) ?? orderOfThePast() ?? byDots()
      const byDots = () => (hasDots || unclear === null ? 'day-first' : 'ambiguous')
      const order = isUnordered ? (orderWithFewer(impossible, 1) ?? chosen ?? likely()) : 'unambiguous'
      return { order, ambiguousDate: order === 'ambiguous' ? unclear : null }
    },
  }
}

export type FileDateOrder = DateOrder | 'unambiguous' | 'ambiguous'
type Counts = Record<DateOrder, number>
const noCounts = (): Counts => ({ 'day-first': 0, 'month-first': 0 })

/** The date of a cell with date and time. */
const datePart = (text: string) => /^[\d./-]+/.exec(text)?.[0] ?? text

const otherOf = (order: DateOrder): DateOrder => (order === 'day-first' ? 'month-first' : 'day-first')

/** The order with fewer counts, if the other has more than `times` as many. */
const orderWithFewer = (counts: Counts, times: number) =>
  DATE_ORDERS.find((order) => counts[otherOf(order)] > times * counts[order])

/** For each order a check whether a row ends after it starts, and at most a day later. */
function createFitCheck(columns: ColumnIndexes): Record<DateOrder, (cells: readonly string[]) => boolean> {
  const createCheck = (order: DateOrder) => {
    const read = createDateTimeReader(columns, order)
    return (cells: readonly string[]) => {
      const [start, end] = [START_FIELDS, END_FIELDS].map((fields) => momentOf(read(cells, fields, ignore)))
      if (start === undefined) return false
      return end === undefined || (end >= start && end - start <= DAY_MS)
    }
  }
  return { 'day-first': createCheck('day-first'), 'month-first': createCheck('month-first') }
}

const ignore = () => undefined

/** The local time as if it were UTC, which is precise enough to compare orders. */
const momentOf = ({ at, day, time = 0 }: PartialDateTime = {}) =>
  at ?? (day === undefined ? undefined : day * DAY_MS + time)
