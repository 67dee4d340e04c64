import type { TimerMessage } from '#contract/input/timer-message.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import type { TimerData } from './store.ts'

export const elapsedSeconds = (view: TimerState, now: number) => Math.floor(elapsedAt(view, now) / 1_000)

/** Null for a stopwatch. */
export const remainingSeconds = (view: TimerState, now: number) =>
  view.phaseMs === null ? null : Math.ceil((view.phaseMs - elapsedAt(view, now)) / 1_000)

const workStartOf = ({ mode, segments, runningSince }: TimerState) =>
  mode === 'work' ? (segments[0]?.[0] ?? runningSince) : null

/** The timer's state in the fields of the specification's socket events. */
export function toTimerMessage({ view, now, selection }: TimerData): TimerMessage {
  const { status, mode, repetition } = view
  const isEndless = status !== 'idle' && view.phaseMs === null
  const { projectId, taskId, notes, tags, workDuration, breakDuration, repetitions } = selection
  return {
    status,
    mode,
    elapsed: elapsedSeconds(view, now),
    projectId,
    taskId,
    notes,
    tags: [...tags],
    workStartTime: workStartOf(view),
    infiniteMode: isEndless,
    workDuration,
    breakDuration,
    repetitions,
    currentRepetition: repetition,
    timestamp: now,
  }
}

/** The state in local storage: the specification's fields, and the selected entry. */
export function toStoredState(data: TimerData) {
  const { view, selection, isSyncEnabled, socketConnected, lastSyncTime } = data
  const { timestamp: _, elapsed, ...message } = toTimerMessage(data)
  return {
    ...message,
    elapsed: message.infiniteMode ? 0 : elapsed,
    infiniteElapsedTime: message.infiniteMode ? elapsed : 0,
    showCompletionModal: view.isComplete,
    selectedEntryId: view.entryId ?? selection.selectedEntry?.id ?? null,
    selectedEntry: selection.selectedEntry,
    selectedPresetId: selection.selectedPresetId,
    ...(selection.longBreak && { longBreak: selection.longBreak }),
    isSyncEnabled,
    socketConnected,
    lastSyncTime,
  }
}
