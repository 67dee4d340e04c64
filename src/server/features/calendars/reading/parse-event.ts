import ICAL from 'ical.js'
import { DAY_MS, SECOND_MS } from '#core/time/units.ts'
import type { Zones } from './zones.ts'

/** A time of a calendar. */
export interface EventTime {
  /** What a clock shows in its zone, as if that were UTC. */
  shown: number
  at: number
}

/** An event as the calendar has it, with its rules of recurrence. */
export interface ParsedEvent {
  uid: string
  title: string
  isCancelled: boolean
  /** Whole days, whose times are those of UTC. */
  isAllDay: boolean
  start: EventTime
  durationMs: number
  /** Converts the local times of occurrences. */
  toInstant: (shown: number) => number
  rules: ICAL.Recur[]
  /** Further starts. */
  extra: EventTime[]
  /** Starts without an event, as instants. */
  excluded: Set<number>
  /** The start of the occurrence that this event replaces. */
  replaces: number | undefined
}

const MAX_TITLE_LENGTH = 500

/** Returns undefined for an event that cannot be read, or that takes no time. */
export function parseEvent(lines: readonly string[], zones: Zones): ParsedEvent | undefined {
  try {
    return toEvent(ICAL.Component.fromString(lines.join('\r\n')), zones)
  } catch {
    // One broken event must not take the others with it.
    return undefined
  }
}

function toEvent(component: ICAL.Component, zones: Zones): ParsedEvent | undefined {
  const property = component.getFirstProperty('dtstart')
  const value = property?.getFirstValue()
  if (property === null || !(value instanceof ICAL.Time)) return undefined
  const isAllDay = value.isDate
  const start = toTime(property, value, zones, isAllDay)
  const durationMs = readDuration(component, { start, isAllDay, zones })
  if (durationMs <= 0 || !Number.isFinite(start.at)) return undefined
  const times = (name: string) => readTimes(component.getAllProperties(name), zones, isAllDay)
  const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
  return {
    uid: textOf('uid'),
    title: toTitle(textOf('summary')),
    isCancelled: textOf('status').toUpperCase() === 'CANCELLED',
    isAllDay,
    start,
    durationMs,
    toInstant: isAllDay || isUtc(value) ? (shown) => shown : zones.of(zoneOf(property)),
    rules: component.getAllProperties('rrule').flatMap((rule) => rule.getValues() as ICAL.Recur[]),
    extra: times('rdate'),
    excluded: new Set(times('exdate').map(({ at }) => at)),
    replaces: times('recurrence-id')[0]?.at,
  }
}

/** One line that every database can store. */
const toTitle = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed()

const zoneOf = (property: ICAL.Property) => property.getFirstParameter('tzid') || undefined
const isUtc = (time: ICAL.Time) => time.zone === ICAL.Timezone.utcTimezone
const shownBy = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

function toTime(property: ICAL.Property, time: ICAL.Time, zones: Zones, isAllDay: boolean): EventTime {
  const shown = shownBy(time)
  if (isAllDay) return { shown: Math.floor(shown / DAY_MS) * DAY_MS, at: Math.floor(shown / DAY_MS) * DAY_MS }
  return { shown, at: isUtc(time) ? shown : zones.of(zoneOf(property))(shown) }
}

/** Values may be times, or periods that begin at one. */
const readTimes = (properties: ICAL.Property[], zones: Zones, isAllDay: boolean) =>
  properties.flatMap((property) =>
    property.getValues().flatMap((value: unknown) => {
      const time = value instanceof ICAL.Period ? value.start : value
      return time instanceof ICAL.Time ? [toTime(property, time, zones, isAllDay)] : []
    }),
  )

interface Beginning {
  start: EventTime
  isAllDay: boolean
  zones: Zones
}

function readDuration(component: ICAL.Component, { start, isAllDay, zones }: Beginning): number {
  const end = component.getFirstProperty('dtend')
  const value = end?.getFirstValue()
  if (end && value instanceof ICAL.Time) return toTime(end, value, zones, isAllDay).at - start.at
  const duration = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * SECOND_MS
  return isAllDay ? DAY_MS : 0
}
