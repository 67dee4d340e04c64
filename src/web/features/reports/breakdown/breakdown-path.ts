import type { Reply } from '#contract/endpoint.ts'
import type { reports } from '#contract/reports.ts'
import { NONE } from '#core/report/report-search.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import { firstOfMonth, shiftDate } from '#core/time/calendar-dates.ts'
import { splitIntoWeekdayHours } from '#core/report/rhythm.ts'
import { roundTime } from '#core/report/rounding.ts'
import type { GroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension, ReportQuery, Selection } from '#web/features/reports/queries.ts'

export type ReportEntry = Reply<typeof reports.entries>['entries'][number]

/** Where a line is in the breakdown: the top-level line first, then its subline. */
export type BreakdownPath = readonly { dimension: Dimension; key: GroupLabel['key'] }[]

/**
 * Narrows the report's selection to a line. The server may still return entries of other lines (by weekday, hour or
 * tag); `timeOnPath` filters them.
 */
export function selectionForPath(query: ReportQuery, path: BreakdownPath): Selection {
  const { group: _, subgroup: _2, rounding: _3, roundingMinutes: _4, roundingPer: _5, ...selection } = query
  return path.reduce<Selection>(
    (selection, { dimension, key }) => ({ ...selection, ...NARROW_BY[dimension](key ?? NONE, selection) }),
    selection,
  )
}

const NARROW_BY: Record<Dimension, (key: string, selection: Selection) => Partial<Selection>> = {
  project: (projects) => ({ projects }),
  client: (clients) => ({ clients }),
  task: (tasks) => ({ tasks }),
  // The API takes one list of tags: a report that is already filtered by tags cannot be narrowed to another.
  tag: (tags, selection) => (selection.tags === undefined ? { tags, tagMatch: 'any' } : {}),
  day: (day, selection) => within(selection, day, day),
  week: (monday, selection) => within(selection, monday, shiftDate(monday, 6)),
  month: (first, selection) => within(selection, first, lastOfMonth(first)),
  weekday: () => ({}),
  hour: () => ({}),
}

const within = ({ from, to }: Selection, first: string, last: string) => ({
  from: first > from ? first : from,
  to: last < to ? last : to,
})

const lastOfMonth = (first: string) => shiftDate(firstOfMonth(shiftDate(first, 31)), -1)

/** Time of an entry that counts on a line; 0 if the entry is not on it. */
export function timeOnPath(entry: ReportEntry, path: BreakdownPath, query: ReportQuery): number {
  const isOn = path.every(({ dimension, key }) => dimension !== 'tag' || isTagged(entry, key))
  return isOn ? timeInWeekdayOrHour(entry, path, selectionForPath(query, path)) : 0
}

const isTagged = ({ tags }: ReportEntry, key: GroupLabel['key']) =>
  key === null ? tags.length === 0 : tags.includes(key)

/** Time of an entry within the weekday or hour of the line; all of it if the line has neither. */
function timeInWeekdayOrHour(entry: ReportEntry, path: BreakdownPath, { from, to, zone }: Selection): number {
  const keyOf = (name: Dimension) => path.find(({ dimension }) => dimension === name)?.key
  const [weekday, hour] = [keyOf('weekday'), keyOf('hour')]
  if (weekday === undefined && hour === undefined) return entry.milliseconds
  const days = splitIntoBuckets(periodOf(from, to, zone), 'day', zone)
  let sum = 0
  for (const { start, end } of entry.segments)
    for (const part of splitIntoWeekdayHours([Date.parse(start), Date.parse(end)], days, zone)) {
      const isOnWeekday = weekday === undefined || part.weekday === Number(weekday)
      if (isOnWeekday && (hour === undefined || part.hour === Number(hour))) sum += part.milliseconds
    }
  return sum
}

/** Entries are rounded only if the report rounds each entry: rounding per day applies to lines. */
export function roundEntry(milliseconds: number, query: ReportQuery) {
  const { rounding = 'off', roundingMinutes = 15, roundingPer = 'entry' } = query
  if (rounding === 'off' || roundingPer !== 'entry') return milliseconds
  return roundTime(milliseconds, { direction: rounding, minutes: Number(roundingMinutes), per: roundingPer })
}
