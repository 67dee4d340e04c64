import type { TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName, TimerMessage } from '#contract/timer-events.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt, IDLE, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import type { StartEvent, TimerEvent } from '#core/timer/transition.ts'

/** The timer at the moment of a snapshot. */
export const stateFromSnapshot = ({ revision, run, now }: TimerSnapshot) =>
  timerStateAt({ revision, runs: run ? [run] : [], sequences: {} }, now)

/** The timer's state in the fields of the specification. */
export function toTimerMessage(state: TimerState, now: number): TimerMessage {
  const { status, mode, isInfinite, config, repetition, subject, segments, runningSince } = state
  const { projectId, taskId, notes, tags } = subject ?? { projectId: null, taskId: null, notes: '', tags: [] }
  return {
    status,
    mode,
    elapsed: Math.floor(elapsedAt(state, now) / 1_000),
    projectId,
    taskId,
    notes,
    tags: [...tags],
    workStartTime: segments[0]?.[0] ?? runningSince,
    infiniteMode: isInfinite,
    workDuration: config.workMs / MINUTE_MS,
    breakDuration: config.breakMs / MINUTE_MS,
    repetitions: config.repetitions,
    currentRepetition: repetition,
    timestamp: now,
  }
}

/** The specification's name of an event; undefined if it has none. */
export function eventNameOf({ type }: TimerEvent): TimerEventName | undefined {
  switch (type) {
    case 'start':
    case 'pause':
    case 'resume':
    case 'stop':
      return `timer:${type}`
    case 'skip':
      return 'timer:switch'
    case 'subject':
    case 'config':
    case 'dismiss':
      return undefined
  }
}

interface LegacyEvent {
  name: TimerEventName
  message: TimerMessage
  newId: () => string
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
      return message.mode === state.mode ? undefined : { type: 'skip', ...target, save }
  }
}

/** Start resumes a paused timer, unless it has no planned end: then it starts a new run. */
function startOrResume(event: LegacyEvent, state: TimerState, at: number): TimerEvent | undefined {
  const { status, isInfinite, runId, phase } = state
  const isPaused = status === 'paused' && !isInfinite && runId !== null
  return isPaused ? { type: 'resume', at, runId, phase } : createStartEvent(event, at)
}

/**
 * Adopts a timer that only the client knows, if it started after the last event known here. An earlier start
 * belongs to a run that was stopped meanwhile, which must not run again.
 */
function adoptReportedTimer(event: LegacyEvent, state: TimerState, now: number) {
  const { status, mode, elapsed = 0 } = event.message
  const startedAt = Math.round(now - elapsed * 1_000)
  const isWork = status === 'running' && mode !== 'break'
  return state.status === 'idle' && isWork && startedAt > state.lastAt ? createStartEvent(event, startedAt) : undefined
}

function createStartEvent({ message, newId }: LegacyEvent, at: number): StartEvent | undefined {
  const { projectId, taskId, notes = '', tags = [], infiniteMode: isInfinite = false } = message
  if (!projectId) return undefined
  const subject = { projectId, taskId: taskId ?? null, notes, tags }
  return { type: 'start', at, runId: newId(), subject, config: configOf(message), isInfinite }
}

function configOf({ workDuration, breakDuration, repetitions }: TimerMessage): TimerConfig {
  const { workMs, breakMs, repetitions: defaultRepetitions } = IDLE.config
  return {
    workMs: clamp(toMs(workDuration) ?? workMs, MINUTE_MS, 180 * MINUTE_MS),
    breakMs: clamp(toMs(breakDuration) ?? breakMs, 0, 60 * MINUTE_MS),
    repetitions: clamp(repetitions ?? defaultRepetitions, 1, 20),
  }
}

const toMs = (minutes: number | undefined) => (minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS))

const clamp = (value: number, minimum: number, maximum: number) =>
  Math.min(Math.max(Math.round(value), minimum), maximum)
