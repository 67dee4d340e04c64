import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TimerAction } from '#contract/push.ts'
import { disablePush, enablePush, readPush } from './subscription.ts'

/** Asked again whenever the window is returned to: permission is given and taken in the browser's own settings. */
const pushQuery = queryOptions({ queryKey: ['push'], queryFn: readPush, staleTime: 0 })

/** Whether this browser hears of the timer while the app is closed, and how to change that. */
export function usePush() {
  const client = useQueryClient()
  const { data: state, isError, isFetching, refetch } = useQuery(pushQuery)
  const turn = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? enablePush() : disablePush()),
    onSettled: () => client.invalidateQueries(pushQuery),
    meta: { showsError: true },
  })
  return { state, isError, isFetching, refetch, turn }
}

/** Calls back with what was pressed on a notification, now or to open this window. Returns how to stop that. */
export function onTimerAction(listener: (action: TimerAction) => void) {
  // Absent where the page did not come over https.
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const hear = ({ data }: MessageEvent<unknown>) => {
    const action = actionIn(data)
    if (action !== undefined) listener(action)
  }
  serviceWorker.addEventListener('message', hear)
  void askWhatFor()
  return () => serviceWorker.removeEventListener('message', hear)
}

/** A window that was opened by a press says so in its address, but only the worker knows which, and whether it is true. */
async function askWhatFor() {
  const address = new URL(location.href)
  if (!address.searchParams.has('timer')) return
  address.searchParams.delete('timer')
  history.replaceState(history.state, '', address)
  const registration = await navigator.serviceWorker.getRegistration('/')
  registration?.active?.postMessage({ type: 'opened-for' })
}

const ACTIONS: readonly TimerAction[] = ['pause', 'resume', 'stop']

function actionIn(data: unknown) {
  const { type, action } = (data ?? {}) as { type?: unknown; action?: unknown }
  return type === 'timer-action' ? ACTIONS.find((known) => known === action) : undefined
}
