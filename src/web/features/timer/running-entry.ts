import { elapsedAt, segmentsAt, type TimerState } from '#core/timer/state.ts'

/** The entry that the work of the active run would have if it were saved now; null in a break. */
export function runningEntryAt(view: TimerState, now: number) {
  const { mode, subject, entryId, runningSince } = view
  const segments = segmentsAt(view, now)
  const startedAt = segments[0]?.[0] ?? runningSince
  if (mode === 'break' || subject === null || startedAt === null) return null
  const pausedAt = runningSince === null ? (segments.at(-1)?.[1] ?? null) : null
  return { ...subject, startedAt, pausedAt, segments, isContinuing: entryId !== null, elapsedMs: elapsedAt(view, now) }
}
