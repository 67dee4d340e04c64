import { queryOptions } from '@tanstack/react-query'
import { overview } from '#contract/overview.ts'
import { MINUTE_MS } from '#core/units.ts'
import { call } from '#web/api/call.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'

/** Under the key of activity: whatever changes the one changes the other. */
export function overviewQuery() {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    queryKey: [ACTIVITY, 'overview', zone],
    queryFn: () => call(overview.read, { query: { zone } }),
    staleTime: MINUTE_MS,
    // A page that is left open over midnight turns to the new day.
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : Math.max(MINUTE_MS, Date.parse(data.today.end) - Date.now()),
  })
}
