import { firstWeekday } from '#core/formats.ts'
import type { CalendarKind, DayRange, RangeKind } from '#core/report/day-range.ts'
import { groupOf, readReportSearch, type ReportSearch, subgroupOf } from '#core/report/report-search.ts'
import type { ReportQuery } from '#web/features/reports/queries.ts'
import { isWithin, rangeOf } from '#web/features/reports/range/report-range.ts'
import { currentFormats } from '#web/i18n/formats.ts'

/** Query string of the report page, in the form that a saved view stores. */
export const writeReportSearch = (search: ReportSearch) =>
  new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString()

export const parseReportSearch = (text: string) => readReportSearch(Object.fromEntries(new URLSearchParams(text)))

/** URL parameters of a range. The current range gets no date, so that a saved view moves on with time. */
export function rangeToSearch(kind: RangeKind, range: DayRange, today: string) {
  if (kind === 'custom') return { range: kind, ...range }
  return { range: kind, from: isWithin(range, today) ? undefined : range.from, to: undefined }
}

/** URL parameters of the range of another kind that contains the last day of this one. */
export function moveToRangeKind(kind: CalendarKind, range: DayRange, today: string) {
  return rangeToSearch(kind, rangeOf(kind, range.to < today ? range.to : today), today)
}

/** The query for the server. */
export function toReportQuery(search: ReportSearch, range: DayRange, zone: string): ReportQuery {
  const { range: _kind, from: _from, to: _to, group: _group, subgroup: _subgroup, ...rest } = search
  const subgroup = subgroupOf(search)
  const weekStart = firstWeekday(currentFormats())
  return {
    ...rest,
    ...range,
    zone,
    ...(weekStart !== 1 && { weekStart }),
    group: groupOf(search),
    ...(subgroup !== undefined && { subgroup }),
  }
}
