import { MINUTE_MS } from '#core/time/units.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'

export interface TimerConfig {
  workMs: number
  breakMs: number
  repetitions: number
  /** Takes the place of the break after every so many work phases. */
  longBreak?: LongBreak | null
  /** Which phases begin without the user. Without it all of them do. */
  autoStart?: AutoStart
}

export interface LongBreak {
  ms: number
  /** After how many work phases. */
  every: number
}

/** Whether a phase begins as soon as the one before it ends by itself. Otherwise it waits for the user. */
export interface AutoStart {
  breaks: boolean
  work: boolean
}

/** The work that the timer counts time for. */
export interface Subject {
  projectId: string
  taskId: string | null
  notes: string
  tags: readonly string[]
}

/**
 * The timer at one moment. Elapsed time is not stored but computed from the segments and the clock, so that a device
 * that sleeps or throttles its timers loses no time.
 */
export interface TimerState {
  status: 'idle' | 'running' | 'paused'
  mode: 'work' | 'break'
  /** True for a stopwatch: it counts up until it is stopped. */
  isInfinite: boolean
  /** Null while idle. */
  runId: string | null
  /** Counted from 0 within the run. Run id and phase identify a focus session on every device. */
  phase: number
  repetition: number
  config: TimerConfig
  /** Set when the phase begins, so that a later change of the config does not move its end. Null: no end. */
  phaseMs: number | null
  /** The length of the phase when it began. Overtime makes `phaseMs` longer. */
  plannedMs: number | null
  /** The closed segments of this phase. */
  segments: readonly Segment[]
  /** The start of the open segment; null unless running. */
  runningSince: number | null
  /** The end of the work phase before this one; 0 if there was none. */
  workedUntil: number
  subject: Subject | null
  /** The time entry that this run continues. */
  entryId: string | null
  /** True after the last repetition, until the user dismisses the message. */
  isComplete: boolean
  /** The time of the last event. */
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
  plannedMs: null,
  segments: [],
  runningSince: null,
  workedUntil: 0,
  subject: null,
  entryId: null,
  isComplete: false,
  lastAt: 0,
}

/** Whether this phase has not begun: it waits for its user, who was absent or wants to start it. */
export const isWaiting = ({ status, phase, segments }: TimerState) =>
  status === 'paused' && phase > 0 && segments.length === 0

/** The length of the break after a work phase; 0 if there is none. */
export function breakMsAfter({ breakMs, longBreak }: TimerConfig, repetition: number) {
  return longBreak && repetition % longBreak.every === 0 ? longBreak.ms : breakMs
}

/** The segments of this phase by `now`, including the open one. */
export const segmentsAt = ({ segments, runningSince }: TimerState, now: number): readonly Segment[] =>
  runningSince !== null && now > runningSince ? [...segments, [runningSince, now]] : segments

/** The time that this phase has run by `now`. */
export function elapsedAt({ segments, runningSince, phaseMs }: TimerState, now: number) {
  const open = runningSince === null ? 0 : Math.max(0, now - runningSince)
  return Math.min(totalOf(segments) + open, phaseMs ?? Infinity)
}

/** When this phase ends by itself; null if it is paused or has no end. */
export function deadlineOf({ segments, runningSince, phaseMs }: TimerState) {
  return runningSince === null || phaseMs === null ? null : runningSince + phaseMs - totalOf(segments)
}
