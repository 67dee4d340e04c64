import { addDays, addMonths, dateOf, startOfDate, startOfMonth, startOfWeek } from '#core/zone.ts'

const DAY_MS = 24 * 60 * 60_000

/** Half open. */
export interface Period {
  from: number
  to: number
}

/** A part of the calendar: a local day, week or month, as far as it lies in a report, called by its first date. */
export interface Place extends Period {
  date: string
}

export type Step = 'day' | 'week' | 'month'

/** From the beginning of one local date to the end of another. */
export const periodOf = (first: string, last: string, zone: string): Period => ({
  from: startOfDate(first, zone),
  to: startOfDate(nextDate(last), zone),
})

/** The days, weeks or months of a period, in their order. They leave nothing out; a date that a zone left out is none. */
export function placesOf(period: Period, step: Step, zone: string): Place[] {
  if (step === 'day') return daysOf(period, zone)
  const places: Place[] = []
  const next = (at: number) => (step === 'week' ? addDays(at, 7, zone) : addMonths(at, 1, zone))
  for (let at = (step === 'week' ? startOfWeek : startOfMonth)(period.from, zone); at < period.to; at = next(at))
    places.push({
      from: Math.max(at, period.from),
      to: Math.min(next(at), period.to),
      date: dateOf(at, zone),
    })
  return places
}

/** To ask the clocks about every single day of years would take longer than to add them all up. */
function daysOf({ from, to }: Period, zone: string): Place[] {
  const places: Place[] = []
  for (let at = from; at < to;) {
    const inAWeek = addDays(at, 7, zone)
    const isPlain = inAWeek - at === 7 * DAY_MS
    let date = dateOf(at, zone)
    while (at < to && at < inAWeek) {
      const next = isPlain ? at + DAY_MS : addDays(at, 1, zone)
      places.push({ from: at, to: Math.min(next, to), date })
      date = isPlain ? nextDate(date) : dateOf(next, zone)
      at = next
    }
  }
  return places
}

const shifted = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const nextDate = (date: string) => shifted(date, 1)

/** From 1 for Monday to 7. */
export const weekdayOf = (date: string) => ((new Date(date).getUTCDay() + 6) % 7) + 1

export const mondayOf = (date: string) => shifted(date, 1 - weekdayOf(date))

export const firstOfMonth = (date: string) => `${date.slice(0, 8)}01`
