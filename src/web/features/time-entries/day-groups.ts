import type { TimeEntry } from '#contract/time-entries.ts'
import type { Stretch } from '#core/timer/stretches.ts'
import { addDays, startOfDay } from '#core/zone.ts'

/** A local day, half open, the newest entry first. */
export interface DayGroup {
  from: number
  to: number
  entries: TimeEntry[]
  /** What was worked between its midnights, whichever day it is listed under. */
  worked: number
  /** The part of it that belongs to entries listed under another day. */
  carried: number
  stretches: { stretch: Stretch; project: string }[]
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
    const listed = groupAt(Math.max(Date.parse(entry.startTime), from))
    listed.entries.push(entry)
    for (const [start, end] of stretchesOf(entry))
      for (let at = Math.max(start, from); at < Math.min(end, to);) {
        const group = groupAt(at)
        const until = Math.min(end, to, group.to)
        group.worked += until - at
        if (group !== listed) group.carried += until - at
        group.stretches.push({ stretch: [at, until], project: entry.project })
        at = until
      }
  }
  return [...groups.values()].toSorted((a, b) => b.from - a.from)
}

const stretches = new WeakMap<TimeEntry, Stretch[]>()

/** Each page that is loaded brings all entries before it along: what was read once stays read. */
function stretchesOf(entry: TimeEntry) {
  const known = stretches.get(entry)
  if (known !== undefined) return known
  const read = entry.segments.map(({ start, end }): Stretch => [Date.parse(start), Date.parse(end)])
  stretches.set(entry, read)
  return read
}

const DAY_MS = 24 * 60 * 60_000

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

/** How long each entry shares its time with others, for those that do. */
export function findOverlaps(entries: readonly TimeEntry[]): Map<string, number> {
  const pieces = entries.flatMap((entry) => stretchesOf(entry).map(([start, end]) => ({ id: entry.id, start, end })))
  const shared = new Map<string, number>()
  let open: typeof pieces = []
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    open = open.filter(({ end }) => end > piece.start)
    for (const other of open)
      for (const id of [piece.id, other.id])
        shared.set(id, (shared.get(id) ?? 0) + Math.min(piece.end, other.end) - piece.start)
    open.push(piece)
  }
  return shared
}

const SHORTEST_GAP_MS = 60_000

/** How long nothing was tracked before an entry, since another of its day. */
export function findGaps(groups: readonly DayGroup[]): Map<string, number> {
  const gaps = new Map<string, number>()
  for (const { entries } of groups) {
    let end: number | undefined
    for (const { id, startTime, endTime } of entries.toReversed()) {
      const gap = end === undefined ? 0 : Date.parse(startTime) - end
      if (gap >= SHORTEST_GAP_MS) gaps.set(id, gap)
      end = Math.max(end ?? -Infinity, Date.parse(endTime ?? startTime))
    }
  }
  return gaps
}
