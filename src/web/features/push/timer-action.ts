import type { TimerAction } from '#contract/push.ts'
import { BASE_PATH } from '#web/base-path.ts'

/** Subscribes to actions of notifications, including the one that opened this window. */
export function onTimerAction(listener: (action: TimerAction) => void) {
  // Service workers are missing on pages without https.
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    const action = readAction(data)
    if (action !== undefined) listener(action)
  }
  serviceWorker.addEventListener('message', handleMessage)
  void requestOpeningAction()
  return () => serviceWorker.removeEventListener('message', handleMessage)
}

/** Asks the worker for the action that opened this window. The address only hints at one: any site could link to it. */
async function requestOpeningAction() {
  const address = new URL(location.href)
  if (!address.searchParams.has('timer')) return
  address.searchParams.delete('timer')
  history.replaceState(history.state, '', address)
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`)
  registration?.active?.postMessage({ type: 'opened-for' })
}

const ACTIONS: readonly TimerAction[] = ['pause', 'resume', 'stop']

function readAction(data: unknown) {
  const { type, action } = (data ?? {}) as { type?: unknown; action?: unknown }
  return type === 'timer-action' ? ACTIONS.find((known) => known === action) : undefined
}
