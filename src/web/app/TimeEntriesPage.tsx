import { useCallback, useEffect, useRef } from 'react'
import type { TimeEntry } from '#contract/time-entries.ts'
import { useContinueEntry } from '#web/features/dashboard/dialogs/useContinueEntry.tsx'
import { parseEntrySearchParams, toEntryFilter } from '#web/features/time-entries/filters/entry-search-params.ts'
import { entriesQuery } from '#web/features/time-entries/queries.ts'
import { TimeEntryListPage } from '#web/features/time-entries/TimeEntryListPage.tsx'
import type { Services } from './services.ts'

export function prepare(address: Record<string, unknown>, { queryClient }: Services) {
  const search = parseEntrySearchParams(address)
  // The query of a week depends on more than the address.
  if (search.view !== 'week') void queryClient.prefetchInfiniteQuery(entriesQuery(toEntryFilter(search)))
}

/** The list of time entries, each of which the timer can continue. */
export function TimeEntriesPage() {
  const { continueEntry, dialog } = useContinueEntry()
  // The callback never changes, because a new one would render all rows again.
  const latest = useRef(continueEntry)
  useEffect(() => {
    latest.current = continueEntry
  })
  const handleContinue = useCallback(({ id, project, task, notes, tags, startTime, endTime }: TimeEntry) => {
    const times = { startedAt: Date.parse(startTime), endedAt: endTime === null ? null : Date.parse(endTime) }
    latest.current({ id, projectId: project, taskId: task, notes, tags, ...times })
  }, [])
  return (
    <>
      <TimeEntryListPage onContinue={handleContinue} />
      {dialog}
    </>
  )
}
