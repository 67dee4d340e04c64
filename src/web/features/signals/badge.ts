import type { TimerState } from '#core/timer/state.ts'
import { remainingSeconds, type Timer } from '#web/features/timer/queries.ts'

/** The remaining minutes, a dot while paused or without an end, and nothing while idle. */
export function toBadge(view: TimerState, now: number): number | 'dot' | undefined {
  if (view.status === 'idle') return undefined
  const left = remainingSeconds(view, now)
  return left === null || view.status === 'paused' ? 'dot' : Math.max(1, Math.ceil(left / 60))
}

/** Shows the timer in the badge of the installed app's icon. Returns a function that stops it. */
export function showInBadge({ store }: Timer) {
  if (!('setAppBadge' in navigator)) return () => {}
  const stopping = new AbortController()
  let shown: ReturnType<typeof toBadge>
  const show = (badge: ReturnType<typeof toBadge>) => {
    if (badge === shown) return
    shown = badge
    // Some systems require the permission for notifications.
    setBadge(badge).catch(() => undefined)
  }
  const update = ({ view, now } = store.getState()) => show(toBadge(view, now))
  update()
  const unsubscribe = store.subscribe((timer) => update(timer))
  // A closed app cannot update the badge.
  addEventListener('pagehide', () => show(undefined), { signal: stopping.signal })
  return () => {
    stopping.abort()
    unsubscribe()
    show(undefined)
  }
}

function setBadge(badge: ReturnType<typeof toBadge>) {
  if (badge === undefined) return navigator.clearAppBadge()
  return badge === 'dot' ? navigator.setAppBadge() : navigator.setAppBadge(badge)
}
