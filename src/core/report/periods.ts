import type { Segment } from '#core/timer/segments.ts'
import type { Step } from './dimensions.ts'
import { addDays, addMonths, dateOf, hourOf, startOfDate, startOfMonth, startOfWeek } from '#core/zone.ts'
import { DAY_MS, HOUR_MS } from '#core/units.ts'

/** Clocks are ahead of UTC by quarters of an hour: within one they show the same hour all the time. */
const QUARTER_MS = 15 * 60_000

/** Half open. */
export interface Period {
  from: number
  to: number
}

/** A part of the calendar: a local day, week or month, as far as it lies in a report, called by its first date. */
export interface Place extends Period {
  date: string
}

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

/** A place that something reaches into, or an hour of one. */
export interface Piece extends Place {
  /** Which of the places it is in. */
  place: number
  /** What the clocks show, where that is told apart. */
  hour?: number
}

interface HourPiece extends Piece {
  hour: number
}

/** The places that some stretches reach into. */
export function* reached(stretches: readonly Segment[], places: readonly Place[]): Generator<Piece> {
  const last = lastFrom(places, stretches.at(-1)?.[1] ?? 0)
  for (let place = lastFrom(places, stretches[0]?.[0] ?? 0); place <= last; place++) yield { ...places[place]!, place }
}

/** The hours that some stretches reach into, as far as they lie in some days. */
export function* hoursOf(stretches: readonly Segment[], days: readonly Place[], zone: string): Generator<HourPiece> {
  let last: HourPiece | undefined
  for (const [start, end] of stretches) {
    const to = Math.min(end, days.at(-1)!.to)
    for (let at = Math.max(start, days[0]!.from); at < to;) {
      const place = lastFrom(days, at)
      const { hour, next } = hourAt(at, days[place]!, zone)
      if (last?.place === place && last.hour === hour) last.to = next
      else {
        if (last !== undefined) yield last
        last = { from: at, to: next, date: days[place]!.date, hour, place }
      }
      at = next
    }
  }
  if (last !== undefined) yield last
}

/** On days on which the clocks do not change nobody has to ask them. */
function hourAt(at: number, { from, to }: Place, zone: string) {
  const next = nextQuarter(at)
  if (to - from !== DAY_MS) return { hour: hourOf(at, zone), next: Math.min(next, to) }
  const hour = Math.floor((at - from) / HOUR_MS)
  return { hour, next: from + (hour + 1) * HOUR_MS }
}

const nextQuarter = (at: number) => (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS

/** The last of some places that begins at a moment or before it. */
function lastFrom(places: readonly Place[], at: number): number {
  let [first, last] = [0, places.length - 1]
  while (first < last) {
    const middle = Math.ceil((first + last) / 2)
    if (places[middle]!.from <= at) first = middle
    else last = middle - 1
  }
  return first
}

const shifted = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const nextDate = (date: string) => shifted(date, 1)

/** From 1 for Monday to 7. */
export const weekdayOf = (date: string) => ((new Date(date).getUTCDay() + 6) % 7) + 1

export const mondayOf = (date: string) => shifted(date, 1 - weekdayOf(date))

export const firstOfMonth = (date: string) => `${date.slice(0, 8)}01`
