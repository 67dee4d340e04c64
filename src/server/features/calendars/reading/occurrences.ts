import ICAL from 'ical.js'
import { DAY_MS } from '#core/time/units.ts'
import type { EventTime, ParsedEvent } from './parse-event.ts'

/** Half open. */
export interface Period {
  from: number
  to: number
}

/** Steps of one rule. A daily event needs 366 a year, and does not begin before the period. */
const MAX_STEPS = 20_000
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const STEP_DAYS: Record<string, number> = { DAILY: 1, WEEKLY: 7 }

/** The starts of an event whose time overlaps a period; those that the calendar excludes are left out. */
export function findOccurrences(event: ParsedEvent, period: Period): EventTime[] {
  const rules = event.rules.filter(({ freq }) => FREQUENCIES.includes(freq))
  const starts = rules.length === 0 ? [event.start] : rules.flatMap((rule) => [...repeat(rule, event, period)])
  const found = new Map([...starts, ...event.extra].map((start) => [start.at, start]))
  return [...found.values()].filter(
    ({ at }) => at < period.to && at + event.durationMs > period.from && !event.excluded.has(at),
  )
}

/** The starts by one rule. They are computed in local time, so that an event keeps its hour when clocks change. */
function* repeat(given: ICAL.Recur, { start, durationMs, toInstant }: ParsedEvent, { from, to }: Period) {
  const isBefore = untilOf(given)
  const rule = given.clone()
  // The iterator cannot compare a local time with an end in UTC.
  rule.until = null
  const iterator = rule.iterator(toTime(firstStep(rule, start.shown, from - durationMs)))
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = iterator.next()
    if (next === null) return
    const shown = toShown(next)
    const time = { shown, at: toInstant(shown) }
    if (shown > to + DAY_MS || !isBefore(time)) return
    if (isOnListedDay(rule, next)) yield time
  }
}

/**
 * The start, or a later one in the same rhythm, so that an event of ten years needs no thousands of steps. Rules that count
 * their occurrences have to be followed from the start, and those of months have few.
 */
function firstStep({ freq, interval, count }: ICAL.Recur, shown: number, from: number) {
  const days = STEP_DAYS[freq]
  if (days === undefined || count !== null) return shown
  const stepMs = days * Math.max(1, interval) * DAY_MS
  return shown + Math.max(0, Math.floor((from - DAY_MS - shown) / stepMs)) * stepMs
}

/** The end of a rule: a day, an instant, or a local time. */
function untilOf({ until }: ICAL.Recur): (time: EventTime) => boolean {
  if (until === null || until === undefined) return () => true
  const end = toShown(until)
  if (until.isDate) return ({ shown }) => shown < end + DAY_MS
  return until.zone === ICAL.Timezone.utcTimezone ? ({ at }) => at <= end : ({ shown }) => shown <= end
}

/** The iterator moves the 30th of February to March; RFC 5545 has such days left out. */
function isOnListedDay(rule: ICAL.Recur, { day, month }: ICAL.Time) {
  const [days, months] = [rule.parts['BYMONTHDAY'] ?? [], rule.parts['BYMONTH'] ?? []] as [number[], number[]]
  const isListedDay = days.length === 0 || days.some((listed) => listed < 0 || listed === day)
  return isListedDay && (months.length === 0 || months.includes(month))
}

const toTime = (shown: number) => ICAL.Time.fromJSDate(new Date(shown), true)
const toShown = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second)
