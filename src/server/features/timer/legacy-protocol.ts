import type { TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName, TimerMessage } from '#contract/timer-events.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt, IDLE, type TimerConfig, type TimerState } from '#core/timer/state.ts'
import type { StartEvent, TimerEvent } from '#core/timer/transition.ts'
import { MINUTE_MS } from '#core/units.ts'

/** The timer at the moment of a snapshot. */
export const stateFromSnapshot = ({ revision, run, now }: TimerSnapshot) =>
  timerStateAt({ revision, runs: run ? [run] : [], sequences: {} }, now)

/** The timer in the specification's own words. */
export function toTimerMessage(view: TimerState, now: number): TimerMessage {
  const { status, mode, isInfinite, config, repetition, subject, segments: stretches, runningSince } = view
  const { projectId, taskId, notes, tags } = subject ?? { projectId: null, taskId: null, notes: '', tags: [] }
  return {
    status,
    mode,
    elapsed: Math.floor(elapsedAt(view, now) / 1_000),
    projectId,
    taskId,
    notes,
    tags: [...tags],
    workStartTime: stretches[0]?.[0] ?? runningSince,
    infiniteMode: isInfinite,
    workDuration: config.workMs / MINUTE_MS,
    breakDuration: config.breakMs / MINUTE_MS,
    repetitions: config.repetitions,
    currentRepetition: repetition,
    timestamp: now,
  }
}

/** The word for what was done; undefined where the specification has none. */
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

/** What a client means that knows nothing of commands. Undefined: nothing that the timer would do. */
export function toTimerEvent(heard: LegacyEvent, view: TimerState, now: number): TimerEvent | undefined {
  const { name, message } = heard
  const run = { at: now, runId: view.runId ?? '', phase: view.phase }
  const save = message.shouldSave !== false
  switch (name) {
    case 'timer:start':
      return save ? startOrResume(heard, view, now) : adoptReportedTimer(heard, view, now)
    case 'timer:tick':
      return adoptReportedTimer(heard, view, now)
    case 'timer:pause':
      return { type: 'pause', ...run }
    case 'timer:resume':
      return { type: 'resume', ...run }
    case 'timer:stop':
      return { type: 'stop', ...run, save }
    case 'timer:switch':
      return message.mode === view.mode ? undefined : { type: 'skip', ...run, save }
  }
}

/** A paused timer goes on where it was, unless it has no end: then it starts anew. */
function startOrResume(
  heard: LegacyEvent,
  { status, isInfinite, runId, phase }: TimerState,
  at: number,
): TimerEvent | undefined {
  const isPaused = status === 'paused' && !isInfinite && runId !== null
  return isPaused ? { type: 'resume', at, runId, phase } : createStartEvent(heard, at)
}

/**
 * A report of a timer that only the client knows is believed, as long as it began after all that is known here. One
 * that is idle, or that goes on where somebody has stopped it, starts nothing.
 */
function adoptReportedTimer(heard: LegacyEvent, view: TimerState, now: number) {
  const { status, mode, elapsed = 0 } = heard.message
  const startedAt = Math.round(now - elapsed * 1_000)
  const isWork = status === 'running' && mode !== 'break'
  return view.status === 'idle' && isWork && startedAt > view.lastAt ? createStartEvent(heard, startedAt) : undefined
}

function createStartEvent({ message, newId }: LegacyEvent, at: number): StartEvent | undefined {
  const { projectId, taskId, notes = '', tags = [], infiniteMode: isInfinite = false } = message
  if (!projectId) return undefined
  const subject = { projectId, taskId: taskId ?? null, notes, tags }
  return { type: 'start', at, runId: newId(), subject, config: configOf(message), isInfinite }
}

function configOf({ workDuration, breakDuration, repetitions }: TimerMessage): TimerConfig {
  const { workMs, breakMs, repetitions: usual } = IDLE.config
  return {
    workMs: clamp(toMs(workDuration) ?? workMs, MINUTE_MS, 180 * MINUTE_MS),
    breakMs: clamp(toMs(breakDuration) ?? breakMs, 0, 60 * MINUTE_MS),
    repetitions: clamp(repetitions ?? usual, 1, 20),
  }
}

const toMs = (minutes: number | undefined) => (minutes === undefined ? undefined : Math.round(minutes * MINUTE_MS))

const clamp = (value: number, minimum: number, maximum: number) =>
  Math.min(Math.max(Math.round(value), minimum), maximum)
