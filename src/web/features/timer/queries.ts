import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand/react'
import { runningEntryAt } from './running-entry.ts'
import type { TimerData } from './store.ts'
import type { Timer } from './timer.ts'

export { createTimer, type Timer, TIME_ENTRIES } from './timer.ts'
export { runningEntryAt } from './running-entry.ts'
export { configOf } from './selection/selection.ts'
export { currentAutoStart, setAutoStart, useAutoStart } from './selection/auto-start.ts'
export { elapsedSeconds, remainingSeconds } from './stored-state.ts'

export const TimerContext = createContext<Timer | null>(null)

/** The timer of this page: its actions, and its state outside of rendering. */
export function useTimerService() {
  const timer = use(TimerContext)
  if (timer === null) throw new Error('There is no timer')
  return timer
}

/** The timer's data, for components. */
export const useTimer = <Part>(select: (timer: TimerData) => Part) => useStore(useTimerService().store, select)

/** Lists show minutes, so what runs need not be updated every second. */
const UPDATE_INTERVAL_MS = 10_000

/** What runs, as the entry that it would be now; null in a break. */
export function useRunningEntry() {
  const view = useTimer((timer) => timer.view)
  const tick = useTimer(({ now }) => Math.floor(now / UPDATE_INTERVAL_MS) * UPDATE_INTERVAL_MS)
  return useMemo(() => runningEntryAt(view, Math.max(tick, view.lastAt)), [view, tick])
}

export const useTimerActions = () => useTimerService().actions
