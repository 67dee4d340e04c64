import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { barStep } from '#core/report/day-range.ts'
import { isCalendarDimension } from '#core/report/dimensions.ts'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { sumParts, toBars } from './charts/bars.ts'
import type { GetGroupLabel } from './labels/group-label.ts'
import { type Dimension, seriesQuery, summaryQuery, weekdayHoursQuery } from './queries.ts'
import { comparisonRange, heatmapRange } from './range/report-range.ts'
import type { ReportSearchState } from './search/useReportSearch.ts'

/** Loads all data of the report page and converts it for the charts. */
export function useReport(search: ReportSearchState, getGroupLabel: GetGroupLabel) {
  const plan = useChartParams(search)
  const { summary, days, before, series, weekdayHours } = useReportQueries(search, plan)
  const { compared, partsBy } = plan
  return {
    ...plan,
    ...combineStates([summary, days, before, series, weekdayHours]),
    summary: summary.data,
    daysWorked: days.data?.lines.filter(({ milliseconds }) => milliseconds > 0).length,
    before: compared && before.data && { ...compared, milliseconds: before.data.total.milliseconds },
    bars: useBars(series.data, partsBy, getGroupLabel),
    /** Taken from the lines where possible: with rounding per day, the sums of the bars may differ from them. */
    shares:
      partsBy === search.group
        ? summary.data?.lines.map(({ key, milliseconds }) => ({ ...getGroupLabel(partsBy, key), milliseconds }))
        : series.data && sumParts(series.data, (key) => getGroupLabel(partsBy, key)),
    weekdayHours: weekdayHours.data,
  }
}

export type Report = ReturnType<typeof useReport>

/** Parameters of the charts and of the comparison, derived from the range and the grouping. */
function useChartParams({ kind, range, today, group }: ReportSearchState) {
  return useMemo(
    () => ({
      compared: comparisonRange(kind, range, today),
      heatmap: heatmapRange(range, today),
      step: barStep(range),
      // The bars already show the calendar, so their parts are projects then.
      partsBy: isCalendarDimension(group) ? ('project' as const) : group,
    }),
    [kind, range, today, group],
  )
}

function useReportQueries(
  { query }: ReportSearchState,
  { compared, heatmap, step, partsBy }: ReturnType<typeof useChartParams>,
) {
  const { group: _group, subgroup: _subgroup, ...rounded } = query
  const { rounding: _rounding, roundingMinutes: _minutes, roundingPer: _per, ...selection } = rounded
  return {
    summary: useQuery(summaryQuery(query)),
    days: useQuery(summaryQuery({ ...rounded, group: 'day' })),
    // Without a range to compare with, this repeats the query of the report itself and its result is not used.
    before: useQuery(summaryQuery({ ...rounded, ...compared?.range, group: 'project' })),
    series: useQuery(seriesQuery({ ...rounded, step, group: partsBy })),
    weekdayHours: useQuery(weekdayHoursQuery({ ...selection, ...heatmap.range })),
  }
}

interface QueryState {
  data: unknown
  error: Error | null
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** An unreachable server is reported above the page, so it counts as an error only if there is no data to show. */
function combineStates(queries: readonly QueryState[]) {
  const failed = queries.find(
    ({ data, error }) => error !== null && !(data !== undefined && isServerUnreachable(error)),
  )
  return {
    /** The data may belong to another range: it is shown until the new data arrives, or because loading failed. */
    isStale: queries.some(({ isPlaceholderData }) => isPlaceholderData) || failed !== undefined,
    error: failed?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: () => queries.filter(({ error }) => error !== null).map(({ refetch }) => void refetch()),
  }
}

type Series = Parameters<typeof toBars>[0]

function useBars(series: Series | undefined, partsBy: Dimension, getGroupLabel: GetGroupLabel) {
  const { t } = useTranslation()
  return useMemo(() => {
    const nameOthers = (count: number) => t('reports.chart.others', { count })
    return series && toBars(series, { getGroupLabel: (key) => getGroupLabel(partsBy, key), nameOthers })
  }, [series, partsBy, getGroupLabel, t])
}
