import type { Overview } from '#contract/overview.ts'
import { type TimeEntry, timeEntries } from '#contract/time-entries.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { Segment } from '#core/time/segments.ts'
import { startOfDate } from '#core/time/time-zone.ts'
import { call } from '#web/api/call.ts'

type Day = Overview['today']

const MAX_ENTRIES = 200

/** The same figures of a day as the overview has of today. */
export async function fetchDay(date: string, zone: string): Promise<Day> {
  const day: Segment = [startOfDate(date, zone), startOfDate(shiftDate(date, 1), zone)]
  const [startDate, endDate] = [toIsoTime(day[0]), toIsoTime(day[1])]
  return toDay(date, day, await call(timeEntries.list, { query: { startDate, endDate, limit: MAX_ENTRIES } }))
}

/** Counts only the time within the day. */
export function toDay(date: string, [from, to]: Segment, entries: TimeEntry[]): Day {
  const segments = entries
    .flatMap(({ segments, project }) =>
      segments.map(({ start, end }) => {
        const [startsAt, endsAt] = [Math.max(Date.parse(start), from), Math.min(Date.parse(end), to)]
        return { start: toIsoTime(startsAt), end: toIsoTime(endsAt), project, milliseconds: endsAt - startsAt }
      }),
    )
    .filter(({ milliseconds }) => milliseconds > 0)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  return {
    day: date,
    start: toIsoTime(from),
    end: toIsoTime(to),
    milliseconds: segments.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    segments,
    entryCount: entries.length,
    entries,
  }
}

const toIsoTime = (at: number) => new Date(at).toISOString()
