import type { TimerConfig, TimerState } from '#core/timer/state.ts'
import { advance, type RunEvent, type StartEvent, transition } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/time/units.ts'

/** The start of every timer in these tests. */
export const T0 = 1_700_000_000_000
export const CONFIG: TimerConfig = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 2 }
export const SUBJECT = { projectId: 'p', taskId: null, notes: '', tags: [] }

export const aStartEvent = (change: Partial<StartEvent> = {}): StartEvent => ({
  type: 'start',
  at: T0,
  runId: 'r',
  subject: SUBJECT,
  config: CONFIG,
  isInfinite: false,
  ...change,
})

/** Applies an event `after` milliseconds from the start. */
export function tryEvent(state: TimerState, type: RunEvent['type'], after: number, extra: object = {}) {
  const { runId, phase } = advance(state, T0 + after).state
  return transition(state, { type, at: T0 + after, runId: runId ?? 'r', phase, ...extra } as RunEvent)
}

export function applyEvent(state: TimerState, type: RunEvent['type'], after: number, extra: object = {}) {
  const outcome = tryEvent(state, type, after, extra)
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome
}
