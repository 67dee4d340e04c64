import { deadlineOf, isWaiting, type TimerState } from '#core/timer/state.ts'
import { advance } from '#core/timer/transition.ts'

/** What a change of the timer means to others. */
export type TimerHappening =
  | { type: 'timer.started' | 'timer.paused' | 'timer.resumed'; state: TimerState }
  /** `state` is the timer before it was stopped. */
  | { type: 'timer.stopped'; state: TimerState }
  /** `state` is the timer with the next phase, or without a run after the last one. */
  | { type: 'timer.phase_ended'; state: TimerState; phase: number; mode: TimerState['mode'] }

/**
 * Compares the timer before and after a change. A change that arrives late may begin and end a run at once; such a run
 * never was the present one, and has no events.
 */
export function timerEventsOf(before: TimerState, after: TimerState, now: number): TimerHappening[] {
  if (before.runId === after.runId) {
    if (after.runId === null) return []
    return [...endedPhases(before, after, now), ...changeOfStatus(before, after)]
  }
  return [...eventsOfEnd(before, after, now), ...eventsOfStart(after)]
}

function eventsOfEnd(before: TimerState, after: TimerState, now: number): TimerHappening[] {
  if (before.runId === null) return []
  const ended = after.isComplete ? endedPhases(before, after, now) : []
  return [...ended, { type: 'timer.stopped', state: before }]
}

function eventsOfStart(after: TimerState): TimerHappening[] {
  if (after.runId === null) return []
  const started: TimerHappening = { type: 'timer.started', state: after }
  return after.status === 'paused' && !isWaiting(after) ? [started, { type: 'timer.paused', state: after }] : [started]
}

function changeOfStatus(before: TimerState, after: TimerState): TimerHappening[] {
  if (before.status === 'paused' && after.status === 'running' && before.phase >= after.phase)
    return [{ type: 'timer.resumed', state: after }]
  const isPaused = before.status === 'running' && after.status === 'paused' && !isWaiting(after)
  return isPaused ? [{ type: 'timer.paused', state: after }] : []
}

/** The phases from the one before the change to the one after it, or to the end of the run. */
function endedPhases(before: TimerState, after: TimerState, now: number): TimerHappening[] {
  const modes = modesOfPhases(before, now)
  const count = after.runId === before.runId ? after.phase - before.phase : Math.max(1, modes.length)
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    type: 'timer.phase_ended',
    state: after,
    phase: before.phase + index,
    mode: modes[index] ?? before.mode,
  }))
}

/** The modes of the present phase, and of those that ended by themselves after it. */
function modesOfPhases(before: TimerState, now: number) {
  const modes: TimerState['mode'][] = []
  let state = before
  for (let deadline = deadlineOf(state); deadline !== null && deadline <= now; deadline = deadlineOf(state)) {
    modes.push(state.mode)
    state = advance(state, deadline).state
  }
  return modes
}
