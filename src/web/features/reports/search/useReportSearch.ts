import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { firstWeekday } from '#core/formats.ts'
import type { DayRange, RangeKind } from '#core/report/day-range.ts'
import {
  FILTERS,
  groupOf,
  isFiltered,
  readReportSearch,
  type ReportSearch,
  resolveRange,
  roundingOf,
  subgroupOf,
} from '#core/report/report-search.ts'
import { isWithin } from '#web/features/reports/range/report-range.ts'
import { useToday } from '#web/features/reports/range/useToday.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'
import { moveToRangeKind, rangeToSearch, toReportQuery } from './report-search.ts'

type SearchChange = { [Name in keyof ReportSearch]: ReportSearch[Name] | undefined }

/** State of the report page. It is kept in the URL, so that reloads, the back button and saved views restore it. */
export function useReportSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const params = useMemo(() => readReportSearch(raw), [raw])
  const navigate = useNavigate()
  const today = useToday()
  const zone = currentZone()
  const weekStart = firstWeekday(currentFormats())
  const { kind, range } = useMemo(() => resolveRange(params, today, weekStart), [params, today, weekStart])

  const open = (raw: Record<string, unknown>) =>
    void navigate({ to: '.', search: readReportSearch(raw), replace: true })
  const set = (change: SearchChange) => open({ ...params, ...change })
  const show = (kind: RangeKind, range: DayRange) => set(rangeToSearch(kind, range, today) as SearchChange)

  return {
    params,
    kind,
    range,
    today,
    zone,
    isCurrent: isWithin(range, today),
    group: groupOf(params),
    subgroup: subgroupOf(params),
    rounding: roundingOf(params),
    isFiltered: isFiltered(params),
    query: useMemo(() => toReportQuery(params, range, zone), [params, range, zone]),
    /** Replaces all URL parameters. */
    open,
    set,
    /** Shows another range. */
    show,
    /** A custom range starts as the one that is shown. */
    setKind: (next: RangeKind) =>
      next === 'custom' ? show(next, range) : set(moveToRangeKind(next, range, today) as SearchChange),
    clearFilters: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  }
}

export type ReportSearchState = ReturnType<typeof useReportSearch>
