import { createHash } from 'node:crypto'
import { isTimeZone, dateOf } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'
import { findOccurrences, type Period } from './occurrences.ts'
import { type EventTime, parseEvent, type ParsedEvent } from './parse-event.ts'
import { type RawComponent, splitComponents } from './split-components.ts'
import { createZones } from './zones.ts'

/** An event, or one occurrence of a recurring one. */
export interface StoredEvent {
  id: string
  title: string
  startedAt: number
  endedAt: number
  /** Undefined, like the last day, for events with times. */
  firstDay: string | undefined
  lastDay: string | undefined
}

export interface ReadOptions {
  /** Whose calendar it is: the same event has another id for each user. */
  userId: string
  /** The zone of times that name none. */
  zone: string
  now: number
  /** Events of this period are read. */
  period: Period
}

export interface ReadCalendar {
  events: StoredEvent[]
  /** The calendar has more events of the period. */
  isShortened: boolean
}

export const MAX_EVENTS = 4_000
/** Occurrences that are looked at, to find those nearest to now. */
const MAX_OCCURRENCES = 60_000
/** A day and longer is no work that somebody did, but something that lasts. */
const MAX_TIMED_MS = DAY_MS - 1

/** Reads the events of a calendar (RFC 5545). Returns undefined if it is none. */
export function readCalendar(text: string, options: ReadOptions): ReadCalendar | undefined {
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(text)) return undefined
  const { events, zone } = parseEvents(text, options.zone)
  const replaced = findReplaced(events)
  const found = new Map<string, StoredEvent>()
  for (const event of events) {
    if (event.isCancelled) continue
    for (const start of startsOf(event, { replaced, period: options.period })) {
      const stored = toStoredEvent(event, start, { ...options, zone })
      found.set(stored.id, stored)
    }
    if (found.size > MAX_OCCURRENCES) break
  }
  const { now } = options
  const nearest = [...found.values()].toSorted((a, b) => Math.abs(a.startedAt - now) - Math.abs(b.startedAt - now))
  return { events: nearest.slice(0, MAX_EVENTS), isShortened: nearest.length > MAX_EVENTS }
}

/** Zones may come after the events that use them. */
function parseEvents(text: string, givenZone: string) {
  let zone = givenZone
  const rawEvents: RawComponent[] = []
  const rawZones: RawComponent[] = []
  splitComponents(text, {
    onComponent: (component) => void (component.name === 'VEVENT' ? rawEvents : rawZones).push(component),
    onProperty: (line) => {
      const name = line.slice(line.indexOf(':') + 1).trim()
      if (isTimeZone(name)) zone = name
    },
  })
  const zones = createZones(zone)
  for (const { lines } of rawZones) zones.learn(lines)
  return { events: rawEvents.flatMap(({ lines }) => parseEvent(lines, zones) ?? []), zone }
}

/** By the id of the recurring event, the starts of occurrences that other events replace. */
function findReplaced(events: readonly ParsedEvent[]) {
  const replacing = events.filter(({ replaces }) => replaces !== undefined)
  const grouped = Map.groupBy(replacing, ({ uid }) => uid)
  return new Map([...grouped].map(([uid, list]) => [uid, new Set(list.map(({ replaces }) => replaces!))]))
}

interface Selection {
  replaced: ReadonlyMap<string, ReadonlySet<number>>
  period: Period
}

function startsOf(event: ParsedEvent, { replaced, period }: Selection): EventTime[] {
  if (event.replaces !== undefined) return findOccurrences({ ...event, rules: [], extra: [] }, period)
  const others = replaced.get(event.uid)
  const starts = findOccurrences(event, period)
  return others === undefined ? starts : starts.filter(({ at }) => !others.has(at))
}

function toStoredEvent(event: ParsedEvent, { at, shown }: EventTime, { userId, zone }: ReadOptions): StoredEvent {
  const endedAt = at + event.durationMs
  const isRecurring = event.rules.length > 0 || event.extra.length > 0 || event.replaces !== undefined
  const original = isRecurring ? (event.replaces ?? at) : 0
  const identity = event.uid === '' ? [event.title, shown, event.durationMs] : [event.uid, original]
  const times = { id: toId([userId, ...identity]), title: event.title, startedAt: at, endedAt }
  if (!event.isAllDay && event.durationMs <= MAX_TIMED_MS) return { ...times, firstDay: undefined, lastDay: undefined }
  const dayOf = event.isAllDay ? utcDay : (moment: number) => dateOf(moment, zone)
  return { ...times, firstDay: dayOf(at), lastDay: dayOf(endedAt - 1) }
}

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** A UUID of version 8, made of a hash. */
function toId(parts: readonly unknown[]) {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
