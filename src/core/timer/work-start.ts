import { clipToStart, type Segment } from '#core/time/segments.ts'
import { DAY_MS } from '#core/time/units.ts'
import { elapsedAt, type TimerState } from './state.ts'

/** When the present work phase began; null if it has no time yet. */
export const workStartOf = ({ segments, runningSince }: TimerState) => segments[0]?.[0] ?? runningSince

/** The start of a continued entry belongs to the entry, and breaks are no work. */
export const canMoveStart = ({ mode, entryId }: TimerState) => mode === 'work' && entryId === null

/** A start is corrected by a day at most, whatever a device sends. */
export const clampToDay = (startedAt: number, now: number) => Math.min(Math.max(startedAt, now - DAY_MS), now)

/**
 * The earliest start that the present work phase may get: within a day, after the work phase before it, and so that a
 * phase with an end is not over yet.
 */
export function earliestWorkStart(state: TimerState, now: number) {
  const startedAt = workStartOf(state) ?? now
  const left = state.phaseMs === null ? Infinity : state.phaseMs - elapsedAt(state, now)
  return Math.max(clampToDay(0, now), state.workedUntil, startedAt - left)
}

/** Moves the start of the present work phase as far as it is allowed. Time that is cut off is no work. */
export function moveWorkStart(state: TimerState, startedAt: number, now: number): TimerState {
  const { segments, runningSince } = state
  const before = workStartOf(state) ?? now
  const earliest = Math.min(earliestWorkStart(state, now), before)
  const start = Math.max(clampToDay(startedAt, now), earliest)
  // A segment of its own, because a run counts the time before its own start only if no other run does.
  const added: Segment[] = start < before ? [[start, before]] : []
  return {
    ...state,
    segments: [...added, ...clipToStart(segments, start)],
    runningSince: runningSince && Math.max(runningSince, start),
  }
}
