import type { TimerAction } from '#contract/push.ts'

/** Calls back with what was pressed on a notification, now or to open this window. Returns how to stop that. */
export function onTimerAction(listener: (action: TimerAction) => void) {
  // Absent where the page did not come over https.
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const hear = ({ data }: MessageEvent<unknown>) => {
    const action = readAction(data)
    if (action !== undefined) listener(action)
  }
  serviceWorker.addEventListener('message', hear)
  void requestOpeningAction()
  return () => serviceWorker.removeEventListener('message', hear)
}

/** A window that was opened by a press says so in its address, but only the worker knows which, and whether it is true. */
async function requestOpeningAction() {
  const address = new URL(location.href)
  if (!address.searchParams.has('timer')) return
  address.searchParams.delete('timer')
  history.replaceState(history.state, '', address)
  const registration = await navigator.serviceWorker.getRegistration('/')
  registration?.active?.postMessage({ type: 'opened-for' })
}

const ACTIONS: readonly TimerAction[] = ['pause', 'resume', 'stop']

function readAction(data: unknown) {
  const { type, action } = (data ?? {}) as { type?: unknown; action?: unknown }
  return type === 'timer-action' ? ACTIONS.find((known) => known === action) : undefined
}
