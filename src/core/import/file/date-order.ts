import { type ColumnIndexes, shortTextAt } from '#core/import/columns.ts'
import { possibleOrders, readDay } from '#core/import/dates.ts'
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
 * Detects which part of a date comes first in a file: the day, the month, or a year of two digits. A part that is
 * impossible, such as a month above 12, decides. Otherwise rows decide that end before they start or last longer than a
 * day in one order. A date still to come is no proof, because people plan; only if in one order no date lies in the
 * future, and in the others all do, those are excluded. Otherwise dots mean day first.
 */
export function createDateOrderDetector(columns: ColumnIndexes, now: number) {
  const impossible = noCounts()
  const contradicted = noCounts()
  const future = noCounts()
  const seen = { isUnordered: false, hasDots: false, ambiguous: 0 }
  let unclear: { date: string; orders: number } | undefined
  const doesFit = createFitCheck(columns)

  /** Whether a date can be read in several orders. Cached, because a file has few different dates. */
  const isAmbiguous = memoize(MAX_CACHED_DATES, (text: string) => {
    const date = datePart(text)
    const orders = possibleOrders(date)
    if (orders === undefined) return false
    seen.isUnordered = true
    seen.hasDots ||= date.includes('.')
    for (const order of DATE_ORDERS) impossible[order] += Number(!orders.includes(order))
    if (new Set(orders.map((order) => readDay(date, order))).size < 2) return false
    // The date with the fewest readings is the clearest question.
    if (unclear === undefined || orders.length < unclear.orders) unclear = { date, orders: orders.length }
    seen.ambiguous += 1
    for (const order of orders) if (readDay(date, order)! * DAY_MS > now + 2 * DAY_MS) future[order] += 1
    return true
  })

  /** The orders in which the fewest dates are impossible. */
  function findCandidates() {
    const fewest = Math.min(...DATE_ORDERS.map((order) => impossible[order]))
    return DATE_ORDERS.filter((order) => impossible[order] === fewest)
  }

  /** The order in which no date lies in the future, if all do in the others. */
  function findOrderOfThePast(candidates: readonly DateOrder[]) {
    if (seen.ambiguous < MIN_FUTURE_DATES) return undefined
    const past = candidates.filter((order) => future[order] === 0)
    const areOthersFuture = candidates.every((order) => past.includes(order) || future[order] === seen.ambiguous)
    return past.length === 1 && areOthersFuture ? past[0] : undefined
  }

  return {
    addRecord(cells: readonly string[]) {
      const start = shortTextAt(cells, columns.startDate ?? columns.start ?? columns.startTime)
      const end = shortTextAt(cells, columns.endDate ?? columns.end ?? columns.endTime)
      const hasAmbiguous = [isAmbiguous(start), isAmbiguous(end)].includes(true)
      if (!hasAmbiguous || findCandidates().length === 1) return
      for (const order of DATE_ORDERS) if (!doesFit[order](cells)) contradicted[order] += 1
    },

    /** The user's choice counts more than what is likely, but less than an impossible date. */
    finish(chosen: DateOrder | undefined): { order: FileDateOrder; ambiguousDate: string | null } {
      if (!seen.isUnordered) return { order: 'unambiguous', ambiguousDate: null }
      const candidates = findCandidates()
      const likely = () =>
        findLeastContradicted(candidates, contradicted) ??
        findOrderOfThePast(candidates) ??
        (seen.hasDots || unclear === undefined ? candidates[0]! : 'ambiguous')
      const order = candidates.find((order) => order === chosen) ?? likely()
      return { order, ambiguousDate: order === 'ambiguous' ? unclear!.date : null }
    },
  }
}

export type FileDateOrder = DateOrder | 'unambiguous' | 'ambiguous'
type Counts = Record<DateOrder, number>
const noCounts = (): Counts => ({ 'day-first': 0, 'month-first': 0, 'year-first': 0 })

/** The date of a cell with date and time. */
const datePart = (text: string) => /^[\d./-]+/.exec(text)?.[0] ?? text

/** The order with so few contradictions that the others have `OUTWEIGHS` times as many; a single order in any case. */
const findLeastContradicted = (candidates: readonly DateOrder[], contradicted: Counts) =>
  candidates.find((order) =>
    candidates.every((other) => other === order || contradicted[other] > OUTWEIGHS * contradicted[order]),
  )

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
  return {
    'day-first': createCheck('day-first'),
    'month-first': createCheck('month-first'),
    'year-first': createCheck('year-first'),
  }
}

const ignore = () => undefined

/** The local time as if it were UTC, which is precise enough to compare orders. */
const momentOf = ({ at, day, time = 0 }: PartialDateTime = {}) =>
  at ?? (day === undefined ? undefined : day * DAY_MS + time)
