import type { TimerMessage } from '#contract/timer-events.ts'
import { elapsedAt, type TimerState } from '#core/timer/state.ts'
import type { TimerData } from './store.ts'

export const elapsedSeconds = (view: TimerState, now: number) => Math.floor(elapsedAt(view, now) / 1_000)

/** Null: it counts up without end. */
export const remainingSeconds = (view: TimerState, now: number) =>
  view.phaseMs === null ? null : Math.ceil((view.phaseMs - elapsedAt(view, now)) / 1_000)

const workStartOf = ({ mode, segments: stretches, runningSince }: TimerState) =>
  mode === 'work' ? (stretches[0]?.[0] ?? runningSince) : null

/** The timer in the words that other clients know, as a report of how it stands. */
export function toTimerMessage({ view, now, selection }: TimerData): TimerMessage {
  const { status, mode, repetition, isInfinite } = view
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
    infiniteMode: isInfinite,
    workDuration,
    breakDuration,
    repetitions,
    currentRepetition: repetition,
    timestamp: now,
  }
}

/** What local storage has of the timer: the specification's fields, and the entry that is selected. */
export function toStoredState(data: TimerData) {
  const { view, now, selection, isSyncEnabled, socketConnected, lastSyncTime } = data
  const { timestamp: _, elapsed, ...report } = toTimerMessage(data)
  return {
    ...report,
    elapsed: view.isInfinite ? 0 : elapsed,
    infiniteElapsedTime: view.isInfinite ? elapsedSeconds(view, now) : 0,
    showCompletionModal: view.isComplete,
    selectedEntryId: view.entryId ?? selection.selectedEntry?.id ?? null,
    selectedEntry: selection.selectedEntry,
    selectedPresetId: selection.selectedPresetId,
    isSyncEnabled,
    socketConnected,
    lastSyncTime,
  }
}
