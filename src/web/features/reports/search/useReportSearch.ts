import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type DayRange, isWithin, type RangeKind } from '#web/features/reports/range/report-range.ts'
import { currentZone, useToday } from '#web/features/reports/range/useToday.ts'
import {
  rangeToSearch,
  resolveRange,
  moveToRangeKind,
  FILTERS,
  groupOf,
  isFiltered,
  readReportSearch,
  type ReportSearch,
  roundingOf,
  subgroupOf,
  toReportQuery,
} from './report-search.ts'

type SearchChange = { [Name in keyof ReportSearch]: ReportSearch[Name] | undefined }

/** What the report is of: in the address, so that a reload, the way back and a saved view keep it. */
export function useReportSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const saved = useMemo(() => readReportSearch(raw), [raw])
  const navigate = useNavigate()
  const today = useToday()
  const zone = currentZone()
  const { kind, range } = useMemo(() => resolveRange(saved, today), [saved, today])

  const open = (raw: Record<string, unknown>) =>
    void navigate({ to: '.', search: readReportSearch(raw), replace: true })
  const set = (change: SearchChange) => open({ ...saved, ...change })
  const show = (kind: RangeKind, range: DayRange) => set(rangeToSearch(kind, range, today) as SearchChange)

  return {
    saved,
    kind,
    range,
    today,
    zone,
    isCurrent: isWithin(range, today),
    group: groupOf(saved),
    subgroup: subgroupOf(saved),
    rounding: roundingOf(saved),
    isFiltered: isFiltered(saved),
    query: useMemo(() => toReportQuery(saved, range, zone), [saved, range, zone]),
    /** Opens the page as it would be with another address. */
    open,
    set,
    /** Goes to other days. */
    show,
    /** Any days begin as those that are shown. */
    setKind: (next: RangeKind) =>
      next === 'custom' ? show(next, range) : set(moveToRangeKind(next, range, today) as SearchChange),
    clearFilters: () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  }
}

export type ReportSearchState = ReturnType<typeof useReportSearch>
