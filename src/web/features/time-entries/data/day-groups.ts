import type { TimeEntry } from '#contract/time-entries.ts'
import type { Segment } from '#core/timer/segments.ts'
import { DAY_MS } from '#core/units.ts'
import { addDays, startOfDay } from '#core/zone.ts'

/** A local day, half open, the newest entry first. */
export interface DayGroup {
  from: number
  to: number
  entries: TimeEntry[]
  /** What was worked between its midnights, whichever day it is listed under. */
  workedMs: number
  /** The part of it that belongs to entries listed under another day. */
  carriedMs: number
  segments: { segment: Segment; project: string }[]
}

interface Range {
  zone: string
  /** What lies outside is not counted. An entry that began before stands under the first day. */
  from?: number | undefined
  to?: number | undefined
}

/** Days without anything are left out. */
export function groupByDay(entries: readonly TimeEntry[], { zone, from = -Infinity, to = Infinity }: Range) {
  const groups = new Map<number, DayGroup>()
  const groupAt = (at: number) => {
    const day = dayAt(at, zone)
    const known = groups.get(day.from)
    if (known !== undefined) return known
    const made = { ...day, entries: [], worked: 0, carried: 0, stretches: [] }
    groups.set(day.from, made)
    return made
  }
  for (const entry of entries) {
    const listed = groupAt(Math.max(boundsOf(entry)[0], from))
    listed.entries.push(entry)
    for (const [start, end] of segmentsOf(entry))
      for (let at = Math.max(start, from); at < Math.min(end, to);) {
        const group = groupAt(at)
        const until = Math.min(end, to, group.to)
        group.workedMs += until - at
        if (group !== listed) group.carriedMs += until - at
        group.segments.push({ segment: [at, until], project: entry.project })
        at = until
      }
  }
  return [...groups.values()].toSorted((a, b) => b.from - a.from)
}

interface EntryTimestamps {
  span: Segment
  stretches: readonly Segment[]
}

const timestampsByEntry = new WeakMap<TimeEntry, EntryTimestamps>()

/** Each page that is loaded brings all entries before it along: what was read once stays read. */
function timestampsOf(entry: TimeEntry): EntryTimestamps {
  const known = timestampsByEntry.get(entry)
  if (known !== undefined) return known
  const { startTime, endTime, segments } = entry
  const read = {
    span: [Date.parse(startTime), Date.parse(endTime ?? startTime)] as const,
    stretches: segments.map(({ start, end }): Segment => [Date.parse(start), Date.parse(end)]),
  }
  timestampsByEntry.set(entry, read)
  return read
}

/** When it was worked on, without the pauses. */
export const segmentsOf = (entry: TimeEntry) => timestampsOf(entry).stretches
/** From its start to its end. */
export const boundsOf = (entry: TimeEntry) => timestampsOf(entry).span

interface Day {
  from: number
  to: number
}

const calendars = new Map<string, Map<number, Day[]>>()

/** Looks each day of a zone up once: thousands of entries lie in a few hundred days. */
function dayAt(at: number, zone: string): Day {
  const calendar = calendars.get(zone) ?? new Map<number, Day[]>()
  calendars.set(zone, calendar)
  const key = Math.floor(at / DAY_MS)
  const near = calendar.get(key) ?? []
  const found = near.find((day) => day.from <= at && at < day.to)
  if (found !== undefined) return found
  const day = { from: startOfDay(at, zone), to: addDays(at, 1, zone) }
  calendar.set(key, [...near, day])
  return day
}
