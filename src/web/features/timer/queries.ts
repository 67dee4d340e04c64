import { useStore } from 'zustand/react'
import { store } from './lifecycle.ts'
import type { TimerData } from './store.ts'

export {
  markTimerStale,
  isLeader,
  onPhaseChange,
  onCommandRejected,
  flushBeforeSignOut,
  serverNow,
  startTimer,
  TIME_ENTRIES,
  timerActions,
} from './lifecycle.ts'
export { joinLeaderElection } from './leader.ts'
export { elapsedSeconds, remainingSeconds } from './stored-state.ts'

/** The timer's data, for components. */
export const useTimer = <Part>(select: (timer: TimerData) => Part) => useStore(store, select)

/** The timer's data, outside of components. */
export const readTimer = store.getState
export const onTimerChange = store.subscribe
