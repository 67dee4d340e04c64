import { useStore } from 'zustand/react'
import { store } from './lifecycle.ts'
import type { TimerData } from './store.ts'

export {
  doubtTimer,
  isLeader,
  onPhaseChange,
  onRefused,
  prepareSignOut,
  serverNow,
  startTimer,
  TIME_ENTRIES,
  timerActions,
} from './lifecycle.ts'
export { standForLeader } from './leader.ts'
export { elapsedSeconds, remainingSeconds } from './stored-state.ts'

/** How the timer stands, for components. */
export const useTimer = <Part>(select: (timer: TimerData) => Part) => useStore(store, select)

/** How the timer stands, for everything else. */
export const readTimer = store.getState
export const onTimerChange = store.subscribe
