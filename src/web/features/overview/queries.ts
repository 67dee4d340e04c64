import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { overview } from '#contract/overview.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { firstWeekday } from '#core/formats.ts'
import { call } from '#web/api/call.ts'
import { ACTIVITY } from '#web/features/activity/queries.ts'
import { currentFormats, currentZone } from '#web/i18n/formats.ts'

/** Another day than today. Its code loads with the first one that is looked at. */
export const dayQuery = (date: string | undefined, zone = currentZone()) =>
  queryOptions({
    queryKey: [ACTIVITY, 'day', zone, date],
    queryFn:
      date === undefined
        ? skipToken
        : async () => {
            const { fetchDay } = await import('./past-day.ts')
            return fetchDay(date, zone)
          },
    placeholderData: keepPreviousData,
  })

/** Uses the key of the activity queries, because the same changes invalidate both. */
export function overviewQuery() {
  const query = { zone: currentZone(), weekStart: firstWeekday(currentFormats()) }
  return queryOptions({
    queryKey: [ACTIVITY, 'overview', query],
    queryFn: () => call(overview.read, { query }),
    staleTime: MINUTE_MS,
    // Refetches at midnight, so that an open page shows the new day.
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : Math.max(MINUTE_MS, Date.parse(data.today.end) - Date.now()),
  })
}
