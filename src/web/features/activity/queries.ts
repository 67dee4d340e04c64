import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Activity, activity, type ActivityQuery } from '#contract/activity.ts'
import { timeEntries } from '#contract/time-entries.ts'
import { firstWeekday } from '#core/formats.ts'
import { call } from '#web/api/call.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'

export const ACTIVITY = 'activity'

function activityQuery(by: ActivityQuery['by']) {
  const query = { by, zone: currentZone(), weekStart: firstWeekday(currentFormats()) }
  return queryOptions({
    queryKey: [ACTIVITY, by, query],
    queryFn: () => call(activity.list, { query }),
    select: (rows) => new Map(rows.map((row) => [row.id, row])),
  })
}

const NO_ACTIVITY = { month: 0, weeks: Array.from({ length: 12 }, () => 0) }

/** Returns a getter of the time recently tracked on a project, client, task or tag. It is undefined while loading. */
export function useActivity(by: ActivityQuery['by']) {
  const { data } = useQuery(activityQuery(by))
  return useCallback((id: string): Activity | undefined => data && (data.get(id) ?? { id, ...NO_ACTIVITY }), [data])
}

const RECENT_ENTRIES = 50

/** The latest entries, by which pickers order what was used recently. */
const recentEntriesQuery = queryOptions({
  queryKey: [ACTIVITY, 'recent'],
  queryFn: () => call(timeEntries.list, { query: { limit: RECENT_ENTRIES } }),
  // Without it a picker is in the order of names.
  retry: false,
})

/** The ids of what was used recently, the latest first. */
export function useRecentIds(of: 'project' | 'task' | 'tags') {
  const { data } = useQuery(recentEntriesQuery)
  return useMemo(() => data?.flatMap((entry) => entry[of] ?? []) ?? [], [data, of])
}
