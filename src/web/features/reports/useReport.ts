import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isCalendarDimension } from '#core/report/dimensions.ts'
import { isServerUnreachable } from '#web/api/api-error.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { sumParts, toBars } from './charts/bars.ts'
import type { GetGroupLabel } from './labels/group-label.ts'
import { type Dimension, weekdayHoursQuery, seriesQuery, summaryQuery } from './queries.ts'
import { barStep, comparisonRange, heatmapRange } from './range/report-range.ts'
import type { ReportSearchState } from './search/useReportSearch.ts'

/** All that the page shows, as the server has added it up. */
export function useReport(search: ReportSearchState, getGroupLabel: GetGroupLabel) {
  const plan = useChartParams(search)
  const { summary, days, before, series, rhythm } = useReportQueries(search, plan)
  const { compared, partsBy } = plan
  return {
    ...plan,
    ...combineStates([summary, days, before, series, rhythm]),
    summary: summary.data,
    daysWorked: days.data?.lines.filter(({ milliseconds }) => milliseconds > 0).length,
    before: compared && before.data && { ...compared, milliseconds: before.data.total.milliseconds },
    bars: useBars(series.data, partsBy, getGroupLabel),
    /** Those of the lines, unless these are of the calendar: rounded day by day, the two may differ. */
    shares:
      partsBy === search.group
        ? summary.data?.lines.map(({ key, milliseconds }) => ({ ...getGroupLabel(partsBy, key), milliseconds }))
        : series.data && sumParts(series.data, (key) => getGroupLabel(partsBy, key)),
    rhythm: rhythm.data,
  }
}

export type Report = ReturnType<typeof useReport>

/** What is asked for beside the report itself. */
function useChartParams({ kind, range, today, group }: ReportSearchState) {
  return useMemo(
    () => ({
      compared: comparisonRange(kind, range, today),
      hours: heatmapRange(range, today),
      step: barStep(range),
      // The calendar is along the bars already.
      partsBy: isCalendarDimension(group) ? ('project' as const) : group,
    }),
    [kind, range, today, group],
  )
}

function useReportQueries(
  { query }: ReportSearchState,
  { compared, hours, step, partsBy }: ReturnType<typeof useChartParams>,
) {
  const { group: _group, subgroup: _subgroup, ...rounded } = query
  const { rounding: _rounding, roundingMinutes: _minutes, roundingPer: _per, ...selection } = rounded
  return {
    summary: useQuery(summaryQuery(query)),
    days: useQuery(summaryQuery({ ...rounded, group: 'day' })),
    // Compared with nothing, it asks for what it has.
    before: useQuery(summaryQuery({ ...rounded, ...compared?.range, group: 'project' })),
    series: useQuery(seriesQuery({ ...rounded, step, group: partsBy })),
    rhythm: useQuery(weekdayHoursQuery({ ...selection, ...hours.range })),
  }
}

interface QueryState {
  data: unknown
  error: Error | null
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** That there is no server is told above the page, unless there is nothing to show. */
function combineStates(answers: readonly QueryState[]) {
  const failed = answers.find(
    ({ data, error }) => error !== null && !(data !== undefined && isServerUnreachable(error)),
  )
  return {
    /** What is shown may be of other days: it stands there until the answer comes, or because none will. */
    isStale: answers.some(({ isPlaceholderData }) => isPlaceholderData) || failed !== undefined,
    error: failed?.error ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    retry: () => answers.filter(({ error }) => error !== null).map(({ refetch }) => void refetch()),
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
