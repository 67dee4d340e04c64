import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Activity, activity, type ActivityQuery } from '#contract/activity.ts'
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
