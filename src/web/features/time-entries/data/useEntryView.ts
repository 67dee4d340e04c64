import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { findGaps, findOverlaps } from '#core/time-entries/overlaps.ts'
import { areOfSameRun } from '#core/timer/focus-sessions.ts'
import type { EntrySearchState } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { entriesQuery, totalsQuery } from '#web/features/time-entries/queries.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { groupByDay, boundsOf, segmentsOf } from './day-groups.ts'
import { compareNewestFirst } from './entry-pages.ts'

/** The loaded entries, grouped by day, with their overlaps and gaps. */
export function useEntryView({ filter: selection }: EntrySearchState) {
  const { zone } = useFormats()
  const query = useInfiniteQuery(entriesQuery(selection))
  const { data: totals } = useQuery(totalsQuery(selection))
  const { data } = query
  const { startDate, endDate, ...narrowed } = selection
  // A filtered list has gaps where other entries are, so gaps are only shown for the whole list.
  const isWhole = Object.keys(narrowed).length === 0

  const entries = useMemo(() => data && newestFirst(data.pages.flatMap((page) => page.entries)), [data])
  const groups = useMemo(() => {
    const [from, to] = [startDate, endDate].map((time) => (time === undefined ? undefined : Date.parse(time)))
    return groupByDay(entries ?? [], { zone, from, to })
  }, [entries, startDate, endDate, zone])
  const overlaps = useMemo(() => findOverlaps(entries ?? [], segmentsOf), [entries])
  const gaps = useMemo(
    () => new Map(isWhole ? groups.flatMap(({ entries }) => [...findGaps(entries.toReversed(), boundsOf, isBreakBetween)]) : []),
    [groups, isWhole],
  )
  return { query, totals, entries, groups, overlaps, gaps }
}

const isBreakBetween = (before: TimeEntry, after: TimeEntry) => areOfSameRun(before.id, after.id)

export type EntryView = ReturnType<typeof useEntryView>

/** Sorted, and each entry once: a changed entry may be on two loaded pages. */
function newestFirst(entries: readonly TimeEntry[]) {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return [...known.values()].toSorted(compareNewestFirst)
}
