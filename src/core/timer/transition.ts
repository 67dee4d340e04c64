import {
  breakMsAfter,
  deadlineOf,
  elapsedAt,
  IDLE,
  segmentsAt,
  type Subject,
  type TimerConfig,
  type TimerState,
} from './state.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'
import { canMoveStart, moveWorkStart } from './work-start.ts'

/** A stopped or skipped work phase is saved from this length on; one that ends by itself has to be longer. */
export const MIN_FOCUS_SESSION_MS = 1_000

export interface StartEvent {
  type: 'start'
  at: number
  runId: string
  subject: Subject
  config: TimerConfig
  isInfinite: boolean
  /** The time entry that the run continues: it counts from the entry's start. */
  continues?: { entryId: string; startedAt: number } | undefined
  /** The IANA time zone of the device. */
  zone?: string | undefined
}

/** An action in an existing run. */
export type RunEvent = { at: number; runId: string; phase: number } & (
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'stop'; save: boolean }
  | { type: 'skip'; save: boolean }
  | { type: 'subject'; change: Partial<Subject> }
  | { type: 'config'; change: Partial<TimerConfig> }
  /** Corrects the start of the present work phase. */
  | { type: 'begin'; startedAt: number }
  /** Lets a work phase end later by this time; null: when its user ends it. */
  | { type: 'extend'; byMs: number | null }
  | { type: 'dismiss' }
)

/**
 * Takes back the stop or skip that was the last command of a run. It is not part of a log: the run goes on as if its end
 * had not happened.
 */
export interface UndoEvent {
  type: 'undo'
  at: number
  runId: string
  /** The phase that was ended. */
  phase: number
  /** The run that was started instead, and never was. */
  drops: string | null
}

export type TimerEvent = StartEvent | RunEvent | UndoEvent

export type RefusalCode = 'not-running' | 'not-paused' | 'not-active' | 'fixed-start' | 'infinite' | 'other-phase'

/** A work phase that is over. */
export interface EndedPhase {
  runId: string
  phase: number
  /** False if the user discarded it, or it was too short. */
  isSaved: boolean
  segments: readonly Segment[]
  subject: Subject
  repetition: number
  repetitions: number
  /** The planned length, without overtime; null for a stopwatch. */
  plannedMs: number | null
  entryId: string | null
}

interface PhaseProgress {
  state: TimerState
  ended: EndedPhase[]
}

export type TransitionResult = ({ ok: true } & PhaseProgress) | { ok: false; code: RefusalCode }

export function startRun({ at, runId, subject, config, isInfinite, continues }: StartEvent): TimerState {
  const hasNoEnd = isInfinite || continues !== undefined
  const inherited: Segment[] = continues && continues.startedAt < at ? [[continues.startedAt, at]] : []
  return {
    ...IDLE,
    status: 'running',
    isInfinite: hasNoEnd,
    runId,
    config,
    phaseMs: hasNoEnd ? null : config.workMs,
    plannedMs: hasNoEnd ? null : config.workMs,
    segments: inherited,
    runningSince: at,
    subject,
    entryId: continues?.entryId ?? null,
    lastAt: at,
  }
}

/** Ends every phase that is due by `to`, each at its own deadline, however late this is called. */
export function advance(state: TimerState, to: number): PhaseProgress {
  const ended: EndedPhase[] = []
  for (let deadline = deadlineOf(state); deadline !== null && deadline <= to; deadline = deadlineOf(state)) {
    const step = endPhase(state, deadline, { save: true, longerThan: MIN_FOCUS_SESSION_MS, isDue: true })
    state = step.state
    ended.push(...step.ended)
  }
  return { state, ended }
}

/** Advances a run to the time of an event and applies it. A refused event changes nothing. */
export function transition(before: TimerState, event: RunEvent): TransitionResult {
  const at = Math.max(event.at, before.lastAt)
  const { state, ended } = advance(before, at)
  if (event.type === 'dismiss') return { ok: true, state: { ...state, isComplete: false, lastAt: at }, ended }
  if (state.status === 'idle') return { ok: false, code: 'not-active' }
  if (event.phase !== state.phase) return { ok: false, code: 'other-phase' }
  const outcome = applyEvent(state, event, at)
  if (!outcome.ok) return outcome
  return { ok: true, state: { ...outcome.state, lastAt: at }, ended: [...ended, ...outcome.ended] }
}

function applyEvent(state: TimerState, event: Exclude<RunEvent, { type: 'dismiss' }>, at: number): TransitionResult {
  switch (event.type) {
    case 'pause':
      return pause(state, at)
    case 'resume':
      return resume(state, at)
    case 'stop':
      return {
        ok: true,
        state: toIdle(state),
        ended: toEndedPhases(state, at, toEnding(event)),
      }
    case 'skip':
      return skip(state, at, toEnding(event))
    case 'subject':
      return stayInPhase({ ...state, subject: changeSubject(state.subject, event.change) })
    case 'config':
      return stayInPhase({ ...state, config: { ...state.config, ...event.change } })
    case 'begin':
      return begin(state, event.startedAt, at)
    case 'extend':
      return extend(state, event.byMs, at)
  }
}

function pause(state: TimerState, at: number): TransitionResult {
  if (state.status !== 'running') return { ok: false, code: 'not-running' }
  return stayInPhase({ ...state, status: 'paused', segments: segmentsAt(state, at), runningSince: null })
}

function resume(state: TimerState, at: number): TransitionResult {
  if (state.status !== 'paused') return { ok: false, code: 'not-paused' }
  return stayInPhase({ ...state, status: 'running', runningSince: at })
}

function skip(state: TimerState, at: number, ending: EndingRule): TransitionResult {
  return state.isInfinite ? { ok: false, code: 'infinite' } : { ok: true, ...endPhase(state, at, ending) }
}

function begin(state: TimerState, startedAt: number, at: number): TransitionResult {
  if (!canMoveStart(state)) return { ok: false, code: 'fixed-start' }
  return stayInPhase(moveWorkStart(state, startedAt, at))
}

function extend(state: TimerState, byMs: number | null, at: number): TransitionResult {
  if (state.mode === 'break') return { ok: false, code: 'other-phase' }
  if (state.isInfinite) return { ok: false, code: 'infinite' }
  return stayInPhase({ ...state, phaseMs: byMs === null ? null : (state.phaseMs ?? elapsedAt(state, at)) + byMs })
}

const changeSubject = (subject: Subject | null, change: Partial<Subject>) => subject && { ...subject, ...change }

const stayInPhase = (state: TimerState): TransitionResult => ({ ok: true, state, ended: [] })

interface EndingRule {
  save: boolean
  /** Shorter phases are not saved. */
  longerThan: number
  /** The phase ends by itself, so the next one may have to wait. A user who ends a phase begins the next one. */
  isDue: boolean
}

const toEnding = ({ save }: { save: boolean }): EndingRule => ({
  save,
  longerThan: MIN_FOCUS_SESSION_MS - 1,
  isDue: false,
})

/** A break follows each work phase unless breaks are off, then the next work phase. After the last, the run is over. */
function endPhase(state: TimerState, at: number, ending: EndingRule): PhaseProgress {
  const ended = toEndedPhases(state, at, ending)
  const { mode, repetition, config } = state
  const hasBreak = mode === 'work' && breakMsAfter(config, repetition) > 0
  if (!hasBreak && repetition >= config.repetitions)
    return { state: { ...toIdle(state), isComplete: true, lastAt: at }, ended }
  return { state: enterPhase(state, { mode: hasBreak ? 'break' : 'work', at, isDue: ending.isDue }), ended }
}

interface PhaseStart {
  mode: TimerState['mode']
  at: number
  isDue: boolean
}

function enterPhase(state: TimerState, { mode, at, isDue }: PhaseStart): TimerState {
  const { config } = state
  const waits = isDue && !beginsByItself(mode, config)
  const phaseMs = mode === 'work' ? config.workMs : breakMsAfter(config, state.repetition)
  return {
    ...state,
    status: waits ? 'paused' : 'running',
    mode,
    repetition: mode === 'work' ? state.repetition + 1 : state.repetition,
    workedUntil: state.mode === 'work' ? at : state.workedUntil,
    phase: state.phase + 1,
    phaseMs,
    plannedMs: phaseMs,
    segments: [],
    runningSince: waits ? null : at,
    lastAt: at,
  }
}

function beginsByItself(mode: TimerState['mode'], { autoStart }: TimerConfig) {
  if (autoStart === undefined) return true
  return mode === 'work' ? autoStart.work : autoStart.breaks
}

const toIdle = ({ config, subject, lastAt }: TimerState): TimerState => ({ ...IDLE, config, subject, lastAt })

/** Returns the work phase that ends, or nothing for a break or for a phase that has not run at all. */
function toEndedPhases(state: TimerState, at: number, { save, longerThan }: EndingRule): EndedPhase[] {
  const { runId, phase, plannedMs, mode, subject, repetition, entryId, config } = state
  const segments = segmentsAt(state, at)
  if (mode === 'break' || runId === null || subject === null || segments.length === 0) return []
  const isSaved = save && totalOf(segments) > longerThan
  const { repetitions } = config
  return [{ runId, phase, isSaved, segments, subject, repetition, repetitions, plannedMs, entryId }]
}
