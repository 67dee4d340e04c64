import { SECOND_MS } from '#core/time/units.ts'
import { cssColorName } from './css-colors.ts'
import { escapeText, foldLine, formatInstant } from './icalendar-text.ts'

interface FeedHeader {
  name: string
  /** The product, for `PRODID`. */
  version: string
}

/** A time entry, or the running one, as an event. */
export interface FeedEvent {
  /** Unique in the world, and the same as long as the entry exists. */
  uid: string
  start: number
  end: number
  createdAt: number
  updatedAt: number
  summary: string
  /** Empty for none. */
  description: string
  categories: readonly string[]
  /** `#rrggbb` */
  color: string
}

/** Calendar programs that follow the hint read the feed again after this time. */
const REFRESH = 'PT1H'

const toLines = (lines: readonly string[]) => lines.map(foldLine).join('')

/** The beginning of a calendar (RFC 5545 and 7986). */
export const writeHeader = ({ name, version }: FeedHeader) =>
  toLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Ritmo//Ritmo ${escapeText(version)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ])

export const FOOTER = foldLine('END:VCALENDAR')

/** `TRANSP:TRANSPARENT`: work that is done does not make its user busy for others. */
export const writeEvent = (event: FeedEvent) =>
  toLines([
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${formatInstant(event.updatedAt)}`,
    `CREATED:${formatInstant(event.createdAt)}`,
    `LAST-MODIFIED:${formatInstant(event.updatedAt)}`,
    `SEQUENCE:${sequenceOf(event)}`,
    `DTSTART:${formatInstant(event.start)}`,
    `DTEND:${formatInstant(endOf(event))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.categories.length === 0 ? [] : [`CATEGORIES:${event.categories.map(escapeText).join(',')}`]),
    `COLOR:${cssColorName(event.color)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])

/** Grows with every change, and needs no counter: the seconds between the entry's creation and its latest change. */
const sequenceOf = ({ createdAt, updatedAt }: FeedEvent) =>
  Math.min(Math.max(0, Math.floor((updatedAt - createdAt) / SECOND_MS)), MAX_INTEGER)

const MAX_INTEGER = 2 ** 31 - 1

/** Times have whole seconds, and the end of an event must be after its start. */
const endOf = ({ start, end }: FeedEvent) => Math.max(end, Math.floor(start / SECOND_MS) * SECOND_MS + SECOND_MS)
