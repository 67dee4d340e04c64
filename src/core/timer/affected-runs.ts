import { countingStartOf, type RunExtent } from './run-extents.ts'
import type { TimerEvent } from './transition.ts'

/** What something may change: the run it is about, whatever counts time from a moment on, and what an entry has. */
export interface ChangeScope {
  runId?: string
  from: number
  entryId?: string | undefined
}

/** A press in a run stays in it; a start ends what ran then, and may go on with an entry of long before. */
export function changeScopeOf(event: TimerEvent, now: number): ChangeScope {
  const { type, runId } = event
  if (type !== 'start') return { runId, from: now }
  return { runId, from: Math.min(countingStartOf(event), now), entryId: event.continues?.entryId }
}

/**
 * How many of some runs that have ended, the last to end first, a change from a moment on can reach: those that it
 * overlaps, and those that these overlap in turn. One that only touches a later run neither knows nor feels what
 * becomes of it.
 */
export function countAffectedRuns(ended: readonly RunExtent[], from: number) {
  let earliest = from
  const apart = ended.findIndex(({ startedAt, countsFrom, endedAt }) => {
    if (startedAt < earliest && endedAt! <= earliest) return true
    earliest = Math.min(earliest, countsFrom)
    return false
  })
  return apart === -1 ? ended.length : apart
}

/** The last to end first; of those that end together the one without any length, which the others must know. */
export const byEndDescending = (a: RunExtent, b: RunExtent) => b.endedAt! - a.endedAt! || b.startedAt - a.startedAt
