import { countingStartOf, type RunExtent } from './run-extents.ts'
import type { TimerEvent } from './transition.ts'

/** The part of the history that a command can change: its run, all time from `from` on, and the entry it continues. */
export interface ChangeScope {
  runId?: string
  from: number
  entryId?: string | undefined
}

/** A command in a run changes only that run. A start ends the run before it, and may continue a much older entry. */
export function changeScopeOf(event: TimerEvent, now: number): ChangeScope {
  const { type, runId } = event
  if (type !== 'start') return { runId, from: now }
  return { runId, from: Math.min(countingStartOf(event), now), entryId: event.continues?.entryId }
}

/**
 * Counts the ended runs that a change from `from` on can affect. `ended` is sorted by `byEndDescending`. A change
 * affects the runs that it overlaps, and in turn the runs that these overlap, because the later run counts the shared
 * time. Runs that only touch share no time and do not affect each other.
 */
export function countAffectedRuns(ended: readonly RunExtent[], from: number) {
  let earliest = from
  const firstUnaffected = ended.findIndex(({ startedAt, countsFrom, endedAt }) => {
    if (startedAt < earliest && endedAt! <= earliest) return true
    earliest = Math.min(earliest, countsFrom)
    return false
  })
  return firstUnaffected === -1 ? ended.length : firstUnaffected
}

/** The latest end first. Of runs with the same end, one without length comes first, because it may affect the others. */
export const byEndDescending = (a: RunExtent, b: RunExtent) => b.endedAt! - a.endedAt! || b.startedAt - a.startedAt
