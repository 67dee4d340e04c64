import { createContext, use } from 'react'
import { useStore } from 'zustand/react'
import type { TimerData } from './store.ts'
import type { Timer } from './timer.ts'

export { createTimer, type Timer, TIME_ENTRIES } from './timer.ts'
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

export const useTimerActions = () => useTimerService().actions
