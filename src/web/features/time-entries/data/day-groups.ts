import type { TimeEntry } from '#contract/time-entries.ts'
import type { Segment } from '#core/time/segments.ts'
import { addDays, startOfDay } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'

/** A local day `[from, to)` with its entries, newest first. */
export interface DayGroup {
  from: number
  to: number
  entries: TimeEntry[]
  /** Work between the midnights of this day, including parts of entries listed under other days. */
  workedMs: number
  /** The part of `workedMs` from entries listed under other days. */
  carriedMs: number
  segments: { segment: Segment; project: string }[]
}

interface Range {
  zone: string
  /** Work outside the range is not counted. An entry that started before it is listed under the first day. */
  from?: number | undefined
  to?: number | undefined
  /** A moment of a day that is listed in any case. */
  listed?: number | undefined
}

/** Groups entries by local day; other days without entries or work are omitted. */
export function groupByDay(entries: readonly TimeEntry[], { zone, from = -Infinity, to = Infinity, ...range }: Range) {
  const groups = new Map<number, DayGroup>()
  const groupAt = (at: number) => {
    const day = dayAt(at, zone)
    const known = groups.get(day.from)
    if (known !== undefined) return known
    const created: DayGroup = { ...day, entries: [], workedMs: 0, carriedMs: 0, segments: [] }
    groups.set(day.from, created)
    return created
  }
  if (range.listed !== undefined) groupAt(range.listed)
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
  bounds: Segment
  segments: readonly Segment[]
}

const timestampsByEntry = new WeakMap<TimeEntry, EntryTimestamps>()

/** Cached: each loaded page regroups all entries loaded before it. */
function timestampsOf(entry: TimeEntry): EntryTimestamps {
  const known = timestampsByEntry.get(entry)
  if (known !== undefined) return known
  const { startTime, endTime, segments } = entry
  const timestamps = {
    bounds: [Date.parse(startTime), Date.parse(endTime ?? startTime)] as const,
    segments: segments.map(({ start, end }): Segment => [Date.parse(start), Date.parse(end)]),
  }
  timestampsByEntry.set(entry, timestamps)
  return timestamps
}

/** Times of work, without pauses. */
export const segmentsOf = (entry: TimeEntry) => timestampsOf(entry).segments
/** From start to end, pauses included. */
export const boundsOf = (entry: TimeEntry) => timestampsOf(entry).bounds

interface Day {
  from: number
  to: number
}

const calendars = new Map<string, Map<number, Day[]>>()

/** Cached by zone and UTC day: zone arithmetic is slow, and thousands of entries share a few hundred days. */
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
