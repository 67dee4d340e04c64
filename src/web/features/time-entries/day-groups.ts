import type { TimeEntry } from '#contract/time-entries.ts'
import type { Stretch } from '#core/timer/stretches.ts'
import { DAY_MS } from '#core/units.ts'
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
    const listed = groupAt(Math.max(spanOf(entry)[0], from))
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

interface Times {
  span: Stretch
  stretches: readonly Stretch[]
}

const times = new WeakMap<TimeEntry, Times>()

/** Each page that is loaded brings all entries before it along: what was read once stays read. */
function timesOf(entry: TimeEntry): Times {
  const known = times.get(entry)
  if (known !== undefined) return known
  const { startTime, endTime, segments } = entry
  const read = {
    span: [Date.parse(startTime), Date.parse(endTime ?? startTime)] as const,
    stretches: segments.map(({ start, end }): Stretch => [Date.parse(start), Date.parse(end)]),
  }
  times.set(entry, read)
  return read
}

/** When it was worked on, without the pauses. */
export const stretchesOf = (entry: TimeEntry) => timesOf(entry).stretches
/** From its start to its end. */
export const spanOf = (entry: TimeEntry) => timesOf(entry).span

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
