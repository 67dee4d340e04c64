import type { TimerSnapshot } from '#contract/timer.ts'
import type { TimerEventName } from '#contract/timer-events.ts'
import type { TimerMessage } from '#contract/input/timer-message.ts'
import { MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { breakMsAfter, elapsedAt, type TimerState } from '#core/timer/state.ts'
import type { TimerEvent } from '#core/timer/transition.ts'

/** The timer at the moment of a snapshot. */
export const stateFromSnapshot = ({ revision, run, now }: TimerSnapshot) =>
  timerStateAt({ revision, runs: run ? [run] : [], sequences: {} }, now)

/** The timer's state in the fields of the specification. */
export function toTimerMessage(state: TimerState, now: number): TimerMessage {
  const { status, mode, config, repetition, subject, segments, runningSince, phaseMs, entryId } = state
  const { projectId, taskId, notes, tags } = subject ?? { projectId: null, taskId: null, notes: '', tags: [] }
  // Overtime without an end counts up like a stopwatch. Otherwise a client would end it at the planned length.
  const isEndless = status !== 'idle' && phaseMs === null
  const elapsed = Math.floor(elapsedAt(state, now) / SECOND_MS)
  return {
    status,
    mode,
    elapsed,
    projectId,
    taskId,
    notes,
    tags: [...tags],
    workStartTime: segments[0]?.[0] ?? runningSince,
    infiniteMode: isEndless,
    infiniteElapsedTime: isEndless ? elapsed : 0,
    selectedEntryId: entryId,
    // The present phase keeps its length if the settings change, and clients count to the length that they are told.
    workDuration: ((mode === 'work' ? phaseMs : null) ?? config.workMs) / MINUTE_MS,
    breakDuration: ((mode === 'break' ? phaseMs : null) ?? breakMsAfter(config, repetition)) / MINUTE_MS,
    repetitions: config.repetitions,
    currentRepetition: repetition,
    timestamp: now,
  }
}

const EVENT_NAMES: Partial<Record<TimerEvent['type'], TimerEventName>> = {
  start: 'timer:start',
  pause: 'timer:pause',
  resume: 'timer:resume',
  stop: 'timer:stop',
  skip: 'timer:switch',
}

/** The specification's name of an event; undefined if it has none. */
export const eventNameOf = ({ type }: TimerEvent) => EVENT_NAMES[type]

/** Whether the timer is in the state that a client assumes after this event. A late command may leave it in another. */
export function isTypicalAfter({ type }: TimerEvent, { status }: TimerState) {
  if (type === 'start' || type === 'resume') return status === 'running'
  if (type === 'pause') return status === 'paused'
  if (type === 'stop') return status === 'idle'
  return type === 'skip' && status !== 'idle'
}

type NamedMessage = [TimerEventName, TimerMessage]

/** The events that bring a legacy client to this state, whatever it shows now. It saves nothing because of them. */
export function toStateEvents(state: TimerState, now: number): NamedMessage[] {
  const message = { ...toTimerMessage(state, now), shouldSave: false }
  if (state.status === 'idle') return [['timer:stop', message]]
  return withPause('timer:start', state, message)
}

/** The events about a phase that has ended by itself. */
export function toPhaseEndEvents(state: TimerState, now: number): NamedMessage[] {
  if (state.status === 'idle') return toStateEvents(state, now)
  return withPause('timer:switch', state, toTimerMessage(state, now))
}

/** A client may take the first event for the start of a running timer, so a second one tells it of the pause. */
const withPause = (name: TimerEventName, { status }: TimerState, message: TimerMessage): NamedMessage[] =>
  status === 'paused'
    ? [
        [name, message],
        ['timer:pause', message],
      ]
    : [[name, message]]
