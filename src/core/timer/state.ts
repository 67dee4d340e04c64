import { MINUTE_MS } from '#core/time/units.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'

export interface TimerConfig {
  workMs: number
  breakMs: number
  repetitions: number
}

/** What is being worked on. */
export interface Subject {
  projectId: string
  taskId: string | null
  notes: string
  tags: readonly string[]
}

/**
 * One timer at one moment. Elapsed time is nowhere in it: it follows from the segments and the clock, so that nothing
 * that stops a device from ticking can change it.
 */
export interface TimerState {
  status: 'idle' | 'running' | 'paused'
  mode: 'work' | 'break'
  /** Counts up without end. */
  isInfinite: boolean
  /** From idle to idle. Null while idle. */
  runId: string | null
  /** Counted from 0 within the run; with the run's id it names a session on every device. */
  phase: number
  repetition: number
  config: TimerConfig
  /** Fixed when the phase begins, so that no later change moves its end. Null: no end. */
  phaseMs: number | null
  /** The closed segments of this phase. */
  segments: readonly Segment[]
  /** Where the open segment began; null unless running. */
  runningSince: number | null
  subject: Subject | null
  /** The time entry that this run continues. */
  entryId: string | null
  /** All repetitions are done, and nobody has taken note yet. */
  isComplete: boolean
  /** When the last thing happened. */
  lastAt: number
}

const DEFAULT_CONFIG: TimerConfig = { workMs: 25 * MINUTE_MS, breakMs: 5 * MINUTE_MS, repetitions: 4 }

export const IDLE: TimerState = {
  status: 'idle',
  mode: 'work',
  isInfinite: false,
  runId: null,
  phase: 0,
  repetition: 1,
  config: DEFAULT_CONFIG,
  phaseMs: null,
  segments: [],
  runningSince: null,
  subject: null,
  entryId: null,
  isComplete: false,
  lastAt: 0,
}

/** How long this phase has run by `now`. */
export function elapsedAt({ segments, runningSince, phaseMs }: TimerState, now: number) {
  const open = runningSince === null ? 0 : Math.max(0, now - runningSince)
  return Math.min(totalOf(segments) + open, phaseMs ?? Infinity)
}

/** When this phase ends if nobody does anything; null if it does not. */
export function deadlineOf({ segments, runningSince, phaseMs }: TimerState) {
  return runningSince === null || phaseMs === null ? null : runningSince + phaseMs - totalOf(segments)
}
