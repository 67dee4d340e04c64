import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { findGaps, findOverlaps } from '#core/time-entries/overlaps.ts'
import { areOfSameRun } from '#core/timer/focus-sessions.ts'
import type { EntrySearchState } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { entriesQuery, totalsQuery } from '#web/features/time-entries/queries.ts'
import { runningEntryAt, useTimer } from '#web/features/timer/queries.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { boundsOf, type DayGroup, groupByDay, segmentsOf } from './day-groups.ts'
import { compareNewestFirst } from './entry-pages.ts'
import { useToday } from './useToday.ts'

/** The loaded entries, grouped by day, with their overlaps and gaps. */
export function useEntryView({ filter: selection }: EntrySearchState) {
  const { zone } = useFormats()
  const query = useInfiniteQuery(entriesQuery(selection))
  const { data: totals } = useQuery(totalsQuery(selection))
  const { data } = query
  const { startDate, endDate, ...narrowed } = selection
  // A filtered list has gaps where other entries are, so gaps are only shown for the whole list.
  const isWhole = Object.keys(narrowed).length === 0
  const runningDay = useRunningDay(isWhole, selection)

  const entries = useMemo(() => data && newestFirst(data.pages.flatMap((page) => page.entries)), [data])
  const groups = useMemo(() => {
    const [from, to] = [startDate, endDate].map((time) => (time === undefined ? undefined : Date.parse(time)))
    return groupByDay(entries ?? [], { zone, from, to, listed: runningDay })
  }, [entries, startDate, endDate, zone, runningDay])
  const overlaps = useMemo(() => findOverlaps(entries ?? [], segmentsOf), [entries])
  const gaps = useMemo(
    () => new Map(isWhole ? groups.flatMap(({ entries }) => [...findGaps(entries.toReversed(), boundsOf, isBreakBetween)]) : []),
    [groups, isWhole],
  )
  const isComplete = query.data !== undefined && !query.hasNextPage && !query.isPlaceholderData
  return {
    query,
    // The server's totals lack what it has not received yet, and are not there offline.
    totals: isComplete ? sumGroups(groups) : totals,
    entries,
    groups,
    overlaps,
    gaps,
    runningDay,
  }
}

const sumGroups = (groups: readonly DayGroup[]) => ({
  timeEntries: groups.reduce((sum, { entries }) => sum + entries.length, 0),
  milliseconds: groups.reduce((sum, { workedMs }) => sum + workedMs, 0),
})

/** The midnight of today if the list shows what runs: a filter is about saved entries, and a continued entry is one of them. */
function useRunningDay(isWhole: boolean, { startDate, endDate }: EntrySearchState['filter']) {
  const today = useToday()
  const isRunning = useTimer(({ view, now }) => view.entryId === null && runningEntryAt(view, now) !== null)
  const isInRange =
    (startDate === undefined || Date.parse(startDate) <= today) && (endDate === undefined || Date.parse(endDate) > today)
  return isRunning && isWhole && isInRange ? today : undefined
}

const isBreakBetween = (before: TimeEntry, after: TimeEntry) => areOfSameRun(before.id, after.id)

export type EntryView = ReturnType<typeof useEntryView>

/** Sorted, and each entry once: a changed entry may be on two loaded pages. */
function newestFirst(entries: readonly TimeEntry[]) {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  return [...known.values()].toSorted(compareNewestFirst)
}
