import { countedSegments, focusSessionsAt } from './focus-sessions.ts'
import { type Run, startEventOf, type TimerHistory } from './history.ts'
import { replayRunUntilNext } from './replay.ts'
import type { StartEvent } from './transition.ts'

/** The time that a run can count. The server stores it with each run to load only the runs that a command affects. */
export interface RunExtent {
  startedAt: number
  /** The run's start, or that of the entry it continues. */
  countsFrom: number
  /** Null while the run is open. */
  endedAt: number | null
}

/** The run's start, or the start of the entry it continues if that is earlier. */
export const countingStartOf = ({ at, continues }: StartEvent) => Math.min(at, continues?.startedAt ?? at)

export function runExtentsAt(history: TimerHistory, now: number): (RunExtent & { run: Run })[] {
  const { runs } = history
  const focusSessions = runs.some(isContinuing) ? focusSessionsAt(history, now) : []
  const counting = focusSessions.filter((focusSession) => countedSegments(focusSession).length > 0)
  const entryStarts = new Map(counting.map(({ entryId, segments }) => [entryId, segments[0]![0]]))
  return runs.map((run, index) => {
    const started = startEventOf(run)
    const { state } = replayRunUntilNext(run, now, runs[index + 1])
    const endedAt = state.status === 'idle' ? state.lastAt : null
    // The entry may begin earlier than the device knew when it continued it.
    const entryStart = entryStarts.get(started.continues?.entryId ?? '') ?? started.at
    return { run, startedAt: started.at, countsFrom: Math.min(countingStartOf(started), entryStart), endedAt }
  })
}

const isContinuing = (run: Run) => startEventOf(run).continues !== undefined
