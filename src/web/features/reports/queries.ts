import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { review } from '#contract/goals/review.ts'
import { reportViews } from '#contract/report-views.ts'
import { reports } from '#contract/reports.ts'
import { firstWeekday } from '#core/formats.ts'
import { call } from '#web/api/call.ts'
import { createResource } from '#web/resources/resource.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'

/** Query of a report: days and time zone, filters, rounding and grouping. */
export type ReportQuery = Input<typeof reports.summary>['query']
export type Selection = Input<typeof reports.rhythm>['query']
export type SeriesQuery = Input<typeof reports.series>['query']
export type Dimension = ReportQuery['group']
type Grouping = { [Level in 'group' | 'subgroup']?: Dimension | undefined }

/** Nested below the activity key: every change that invalidates activity also invalidates reports. */
const REPORTS = [ACTIVITY, 'reports']

export const summaryQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: [...REPORTS, 'summary', query],
    queryFn: () => call(reports.summary, { query }),
    placeholderData: (previous, previousQuery) =>
      previous && (hasGrouping(previousQuery?.queryKey, query) ? previous : { ...previous, lines: [] }),
  })

export const seriesQuery = (query: SeriesQuery) =>
  queryOptions({
    queryKey: [...REPORTS, 'series', query],
    queryFn: () => call(reports.series, { query }),
    placeholderData: (previous, previousQuery) => (hasGrouping(previousQuery?.queryKey, query) ? previous : undefined),
  })

/** The keys of another grouping cannot be shown as those of this one: a project is no date. */
function hasGrouping(previousKey: readonly unknown[] | undefined, { group, subgroup }: Grouping) {
  const previous = previousKey?.at(-1) as Grouping | undefined
  return previous?.group === group && previous?.subgroup === subgroup
}

export const weekdayHoursQuery = (query: Selection) =>
  queryOptions({
    queryKey: [...REPORTS, 'rhythm', query],
    queryFn: () => call(reports.rhythm, { query }),
    placeholderData: keepPreviousData,
  })

/** Neither grouping nor rounding changes it. */
export function estimatesQuery({ group: _group, subgroup: _subgroup, ...rounded }: ReportQuery) {
  const { rounding: _rounding, roundingMinutes: _minutes, roundingPer: _per, ...query } = rounded
  return queryOptions({
    queryKey: [...REPORTS, 'estimates', query],
    queryFn: () => call(reports.estimates, { query }),
    placeholderData: keepPreviousData,
  })
}

/** The entries of a report or of one of its lines, newest first, page by page. */
export const reportEntriesQuery = (query: Selection) =>
  infiniteQueryOptions({
    queryKey: [...REPORTS, 'entries', query],
    queryFn: ({ pageParam: cursor }) => call(reports.entries, { query: { ...query, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  })

/** The review of the week that begins on a day. */
export function reviewQuery(week: string) {
  const query = { day: week, zone: currentZone(), weekStart: firstWeekday(currentFormats()) }
  return queryOptions({
    queryKey: [...REPORTS, 'review', query],
    queryFn: () => call(review.read, { query }),
    placeholderData: keepPreviousData,
  })
}

export const reportViewList = createResource(reportViews, {
  name: 'report-views',
  defaults: { search: '' },
  // The message may appear on any page, and the texts of reports are loaded only on the report page.
  failures: { create: 'ui.failed', update: 'ui.failed', remove: 'ui.failed' },
})
