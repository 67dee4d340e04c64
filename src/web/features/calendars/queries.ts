import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { calendarFeeds, calendars, type CalendarEventQuery } from '#contract/integrations/calendars.ts'
import { call, callWithFile } from '#web/api/call.ts'
import { refetchAfterChange } from '#web/api/refetch-after-change.ts'
import type { TextKey } from '#web/i18n/i18n.ts'

const FEEDS = 'calendar-feeds'
export const CALENDARS = 'calendars'
/** The server reads calendars every hour. */
const STALE_MS = 5 * 60_000

export const calendarFeedsQuery = queryOptions({
  queryKey: [FEEDS],
  queryFn: () => call(calendarFeeds.list, {}),
})

export const calendarsQuery = queryOptions({
  queryKey: [CALENDARS],
  queryFn: () => call(calendars.list, {}),
  staleTime: STALE_MS,
})

/** The events of the visible calendars on some days. Without a server, none or those that were read before. */
export const calendarEventsQuery = (days: CalendarEventQuery) =>
  queryOptions({
    queryKey: [CALENDARS, 'events', days],
    queryFn: () => call(calendars.events, { query: days }),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** `fallback` is shown for a failure without a message; without it, the caller shows the error. */
export function useFeedChange<E extends Endpoint>(endpoint: E, fallback?: TextKey) {
  return useChange(FEEDS, (input: Input<E>) => call(endpoint, input), fallback)
}

/** The same for calendars, whose events change with them. */
export function useCalendarChange<E extends Endpoint>(endpoint: E, fallback?: TextKey) {
  return useChange(CALENDARS, (input: Input<E>) => call(endpoint, input, AbortSignal.timeout(MAX_READ_MS)), fallback)
}

export function useCalendarUpload() {
  type Upload = { query: Input<typeof calendars.upload>['query']; file: Blob }
  const send = ({ query, file }: Upload) =>
    callWithFile(calendars.upload, { query }, { file, signal: AbortSignal.timeout(MAX_READ_MS) })
  return useChange(CALENDARS, send)
}

/** The server waits for the calendar's server, and for others that it reads. */
const MAX_READ_MS = 60_000

function useChange<Variables, Result>(key: string, send: (input: Variables) => Promise<Result>, fallback?: TextKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => refetchAfterChange(client, { queryKey: [key] }),
    meta: { showsError: fallback === undefined, ...(fallback !== undefined && { fallback }) },
  })
}
