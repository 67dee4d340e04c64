import type { TimerHistory } from './history.ts'
import { replayLog } from './replay.ts'
import { deadlineOf, type TimerState } from './state.ts'
import { advance } from './transition.ts'

/** Holds the latest run at the first work phase that was due by `now` while its user was absent since `lastSeenAt`. */
export function holdForAbsentUser(history: TimerHistory, now: number, lastSeenAt: number): TimerHistory {
  const latest = history.runs.at(-1)
  if (latest === undefined || latest.heldAt !== null) return history
  const heldAt = findWorkStartAfter(replayLog(latest.log).state, lastSeenAt, now)
  if (heldAt === undefined) return history
  return { ...history, runs: [...history.runs.slice(0, -1), { ...latest, heldAt }], revision: history.revision + 1 }
}

function findWorkStartAfter(state: TimerState, lastSeenAt: number, now: number) {
  for (let due = deadlineOf(state); due !== null && due <= now; due = deadlineOf(state)) {
    state = advance(state, due).state
    if (state.status === 'running' && state.mode === 'work' && due > lastSeenAt) return due
  }
  return undefined
}
