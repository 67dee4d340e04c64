import type { TimerEventName } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import {
  breakMsAfter,
  deadlineOf,
  elapsedAt,
  isWaiting,
  type Subject,
  type TimerConfig,
  type TimerState,
} from '#core/timer/state.ts'
import { advance, type StartEvent, type TimerEvent } from '#core/timer/transition.ts'

/** The entry that a legacy client continues in infinite mode. */
export interface ContinuedEntry extends Subject {
  id: string
  startedAt: number
}

export interface LegacyEvent {
  name: TimerEventName
  message: TimerMessage
  newId: () => string
  /** The user's settings, for a client that sends none. */
  config: TimerConfig
  continued: ContinuedEntry | undefined
}

/** Converts a legacy client's message to a timer event. Undefined if the message changes nothing. */
export function toTimerEvent(event: LegacyEvent, state: TimerState, now: number): TimerEvent | undefined {
  const { name, message } = event
  const target = { at: now, runId: state.runId ?? '', phase: state.phase }
  const save = message.shouldSave !== false
  switch (name) {
    case 'timer:start':
      return save ? startOrResume(event, state, now) : adoptReportedTimer(event, state, now)
    case 'timer:tick':
      return adoptReportedTimer(event, state, now)
    case 'timer:pause':
      return { type: 'pause', ...target }
    case 'timer:resume':
      return { type: 'resume', ...target }
    case 'timer:stop':
      return { type: 'stop', ...target, save }
    case 'timer:switch':
      return changesPhase(message, state, now) ? { type: 'skip', ...target, save } : undefined
  }
}

/** A switch without a mode repeats another client's within this time. */
const REPEATED_SWITCH_MS = 2_000

const changesPhase = (message: TimerMessage, state: TimerState, now: number) =>
  !isKnownSwitch(message, state, now) && !endsAndWaits(state, now)

/** How far a client's count may be ahead of the server's. */
const MAX_LEAD_MS = 2_000

/** Whether the timer is already in the phase that a client switches to: every open tab switches by itself. */
function isKnownSwitch({ mode, currentRepetition }: TimerMessage, state: TimerState, now: number) {
  if (mode === undefined) return elapsedAt(state, now) < REPEATED_SWITCH_MS
  const isNextWork = breakMsAfter(state.config, state.repetition) === 0 && currentRepetition === state.repetition + 1
  return mode === state.mode && !(mode === 'work' && isNextWork)
}

/**
 * Whether the phase is about to end by itself, and the next one waits for its user. A client that has counted a little
 * faster than the server ends the phase first; as a skip this would begin the next one.
 */
function endsAndWaits(state: TimerState, now: number) {
  const due = deadlineOf(state)
  return due !== null && due - now < MAX_LEAD_MS && isWaiting(advance(state, due).state)
}

/** Start resumes a paused timer, unless it has no planned end: then it starts a new run. */
function startOrResume(event: LegacyEvent, state: TimerState, at: number): TimerEvent | undefined {
  const { status, isInfinite, runId, phase } = state
  if (event.message.status === 'idle') return undefined
  if (status === 'paused' && !isInfinite && runId !== null) return { type: 'resume', at, runId, phase }
  return event.message.mode === 'break' ? undefined : createStartEvent(event, at)
}

/**
 * Adopts a timer that only the client knows, if it started after the last event known here. An earlier start
 * belongs to a run that was stopped meanwhile, which must not run again.
 */
function adoptReportedTimer(event: LegacyEvent, state: TimerState, now: number) {
  const { message } = event
  const { status, mode } = message
  const isWork = (status === 'running' || status === 'paused') && mode !== 'break'
  const earliest = Math.min(now - elapsedMsOf(message), workStartOf(message, now) ?? now)
  if (state.status !== 'idle' || !isWork || earliest <= state.lastAt) return undefined
  const start = createStartEvent(event, now)
  // The time of a paused session lies in the past, where the client says.
  return start && status === 'paused' && start.continues === undefined ? { ...start, at: earliest } : start
}

/** The pause of an adopted session that the client shows as paused. */
export function toReportedPause({ message }: LegacyEvent, start: TimerEvent, now: number): TimerEvent | undefined {
  if (start.type !== 'start' || message.shouldSave !== false || message.status !== 'paused') return undefined
  return { type: 'pause', at: Math.min(start.at + elapsedMsOf(message), now), runId: start.runId, phase: 0 }
}

function createStartEvent(event: LegacyEvent, now: number): StartEvent | undefined {
  const { message, continued } = event
  const subject = subjectOf(event)
  if (subject === undefined) return undefined
  const config = configOf(message, event.config)
  const isInfinite = message.infiniteMode ?? typeof message.selectedEntryId === 'string'
  const runId = event.newId()
  if (continued !== undefined && isInfinite) {
    const continues = { entryId: continued.id, startedAt: Math.min(continued.startedAt, now) }
    const entrySubject = withEntryDefaults(subject, continued)
    return { type: 'start', at: now, runId, subject: entrySubject, config, isInfinite, continues }
  }
  const at = isInfinite ? infiniteStartOf(message, now) : startOf(message, config, now)
  return { type: 'start', at, runId, subject, config, isInfinite }
}

/** Undefined without a project: a timer needs one. */
function subjectOf({ message, continued }: LegacyEvent): Subject | undefined {
  const { taskId, notes = '', tags = [] } = message
  const projectId = message.projectId ?? continued?.projectId
  return projectId === undefined ? undefined : { projectId, taskId: taskId ?? null, notes, tags }
}

/** A field that the client leaves empty stays as it is in the entry. */
function withEntryDefaults(given: Subject, entry: ContinuedEntry): Subject {
  const { projectId } = given
  const taskId = given.taskId ?? (projectId === entry.projectId ? entry.taskId : null)
  return { projectId, taskId, notes: given.notes || entry.notes, tags: given.tags.length > 0 ? given.tags : entry.tags }
}

/** The time that the client has counted before, in a session that only it knows. */
function startOf(message: TimerMessage, { workMs }: TimerConfig, now: number) {
  const elapsedMs = elapsedMsOf(message)
  return elapsedMs < workMs ? now - elapsedMs : now
}

function infiniteStartOf(message: TimerMessage, now: number) {
  const elapsedMs = elapsedMsOf(message)
  return elapsedMs > 0 ? now - elapsedMs : Math.min(workStartOf(message, now) ?? now, now)
}

/** Clients may send fractions of a second. */
const elapsedMsOf = ({ elapsed = 0, infiniteMode = false, infiniteElapsedTime = 0 }: TimerMessage) =>
  Math.round((infiniteMode ? Math.max(elapsed, infiniteElapsedTime) : elapsed) * SECOND_MS)

/** The start of the work phase on the server's clock; the timestamp shows how far the client's clock is off. */
function workStartOf({ workStartTime, timestamp }: TimerMessage, now: number) {
  return workStartTime ? workStartTime - ((timestamp ?? now) - now) : undefined
}

function configOf({ workDuration, breakDuration, repetitions }: TimerMessage, settings: TimerConfig): TimerConfig {
  return {
    ...settings,
    workMs: clamp(toMs(workDuration) ?? settings.workMs, MINUTE_MS, 180 * MINUTE_MS),
    breakMs: clamp(toMs(breakDuration) ?? settings.breakMs, 0, 60 * MINUTE_MS),
    repetitions: clamp(repetitions ?? settings.repetitions, 1, 20),
  }
}

const toMs = (minutes: number | undefined) => (minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS))

const clamp = (value: number, minimum: number, maximum: number) =>
  Math.min(Math.max(Math.round(value), minimum), maximum)
