import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isSilence } from '#web/api/api-error.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { partsOf, toBars } from './bars.ts'
import { isCalendar } from './calendar-text.ts'
import { type Dimension, rhythmQuery, seriesQuery, summaryQuery } from './queries.ts'
import { barStep, comparedWith, rhythmRange } from './report-range.ts'
import type { LookOf } from './useLooks.ts'
import type { ReportSearchState } from './useReportSearch.ts'

/** All that the page shows, as the server has added it up. */
export function useReport(search: ReportSearchState, lookOf: LookOf) {
  const plan = usePlan(search)
  const { summary, days, before, series, rhythm } = useAnswers(search, plan)
  const { compared, partsBy } = plan
  return {
    ...plan,
    ...stateOf([summary, days, before, series, rhythm]),
    summary: summary.data,
    daysWorked: days.data?.lines.filter(({ milliseconds }) => milliseconds > 0).length,
    before: compared && before.data && { ...compared, milliseconds: before.data.total.milliseconds },
    bars: useBars(series.data, partsBy, lookOf),
    /** Those of the lines, unless these are of the calendar: rounded day by day, the two may differ. */
    shares:
      partsBy === search.group
        ? summary.data?.lines.map(({ key, milliseconds }) => ({ ...lookOf(partsBy, key), milliseconds }))
        : series.data && partsOf(series.data, (key) => lookOf(partsBy, key)),
    rhythm: rhythm.data,
  }
}

export type Report = ReturnType<typeof useReport>

/** What is asked for beside the report itself. */
function usePlan({ kind, range, today, group }: ReportSearchState) {
  return useMemo(
    () => ({
      compared: comparedWith(kind, range, today),
      hours: rhythmRange(range, today),
      step: barStep(range),
      // The calendar is along the bars already.
      partsBy: isCalendar(group) ? ('project' as const) : group,
    }),
    [kind, range, today, group],
  )
}

function useAnswers({ query }: ReportSearchState, { compared, hours, step, partsBy }: ReturnType<typeof usePlan>) {
  const { group: _group, subgroup: _subgroup, ...rounded } = query
  const { rounding: _rounding, roundingMinutes: _minutes, roundingPer: _per, ...selection } = rounded
  return {
    summary: useQuery(summaryQuery(query)),
    days: useQuery(summaryQuery({ ...rounded, group: 'day' })),
    // Compared with nothing, it asks for what it has.
    before: useQuery(summaryQuery({ ...rounded, ...compared?.range, group: 'project' })),
    series: useQuery(seriesQuery({ ...rounded, step, group: partsBy })),
    rhythm: useQuery(rhythmQuery({ ...selection, ...hours.range })),
  }
}

interface Answer {
  data: unknown
  error: Error | null
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** That there is no server is told above the page, unless there is nothing to show. */
function stateOf(answers: readonly Answer[]) {
  const failed = answers.find(({ data, error }) => error !== null && !(data !== undefined && isSilence(error)))
  return {
    /** What is shown may be of other days: it stands there until the answer comes, or because none will. */
    isOld: answers.some(({ isPlaceholderData }) => isPlaceholderData) || failed !== undefined,
    error: failed?.error ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    retry: () => answers.filter(({ error }) => error !== null).map(({ refetch }) => void refetch()),
  }
}

type Series = Parameters<typeof toBars>[0]

function useBars(series: Series | undefined, partsBy: Dimension, lookOf: LookOf) {
  const { t } = useTranslation()
  return useMemo(() => {
    const nameOthers = (count: number) => t('reports.chart.others', { count })
    return series && toBars(series, { lookOf: (key) => lookOf(partsBy, key), nameOthers })
  }, [series, partsBy, lookOf, t])
}
