import type { TimerState } from '#core/timer/state.ts'
import { onTimerChange, readTimer, remainingSeconds } from '#web/features/timer/queries.ts'

/** The minutes that are left, a dot where no end comes nearer, and nothing at rest. */
export function toBadge(view: TimerState, now: number): number | 'dot' | undefined {
  if (view.status === 'idle') return undefined
  const left = remainingSeconds(view, now)
  return left === null || view.status === 'paused' ? 'dot' : Math.max(1, Math.ceil(left / 60))
}

/** Shows on the icon of the installed app how the timer stands. Returns how to stop that. */
export function showInBadge() {
  if (!('setAppBadge' in navigator)) return () => {}
  const leaving = new AbortController()
  let shown: ReturnType<typeof toBadge>
  const show = (badge: ReturnType<typeof toBadge>) => {
    if (badge === shown) return
    shown = badge
    // Some systems allow it only to those who may notify.
    setBadge(badge).catch(() => undefined)
  }
  const update = ({ view, now } = readTimer()) => show(toBadge(view, now))
  update()
  const unsubscribe = onTimerChange((timer) => update(timer))
  // A closed app counts no minutes.
  addEventListener('pagehide', () => show(undefined), { signal: leaving.signal })
  return () => {
    leaving.abort()
    unsubscribe()
    show(undefined)
  }
}

function setBadge(badge: ReturnType<typeof toBadge>) {
  if (badge === undefined) return navigator.clearAppBadge()
  return badge === 'dot' ? navigator.setAppBadge() : navigator.setAppBadge(badge)
}
