import { queryOptions } from '@tanstack/react-query'
import { activity, type ActivityQuery } from '#contract/activity.ts'
import { call } from '#web/api/call.ts'

export const ACTIVITY = 'activity'

/** Recently tracked time by the id of the project, client, task or tag. */
export const activityQuery = (by: ActivityQuery['by']) =>
  queryOptions({
    queryKey: [ACTIVITY, by],
    queryFn: () => call(activity.list, { query: { by, zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }),
    select: (rows) => new Map(rows.map((row) => [row.id, row])),
  })
