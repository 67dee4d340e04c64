import { groupBy } from '#core/group-by.ts'
import { countedSegments, type FocusSession, focusSessionsAt, mayMakeEntry } from './focus-sessions.ts'
import { type Run, startEventOf, type TimerHistory } from './history.ts'
import { replayRunUntilNext } from './replay.ts'
import type { StartEvent } from './transition.ts'
import { clampToDay } from './work-start.ts'

/** The time that a run can count. The server stores it with each run to load only the runs that a command affects. */
export interface RunExtent {
  startedAt: number
  /** The run's start, that of the entry it continues, or the earliest one to which a user has moved it. */
  countsFrom: number
  /** Null while the run is open. */
  endedAt: number | null
}

/** The run's start, or the start of the entry it continues if that is earlier. */
export const countingStartOf = ({ at, continues }: StartEvent) => Math.min(at, continues?.startedAt ?? at)

/** The earliest start that a correction in the log may have given to the run. */
const earliestCorrectionOf = ({ log: [, ...rest] }: Run) =>
  rest.reduce(
    (earliest, { event }) =>
      event.type === 'begin' ? Math.min(earliest, clampToDay(event.startedAt, event.at)) : earliest,
    Infinity,
  )

/** `focusSessions`: those of the history by `now`, if they are known already. */
export function runExtentsAt(
  history: TimerHistory,
  now: number,
  focusSessions: readonly FocusSession[] = focusSessionsAt(history, now),
): (RunExtent & { run: Run })[] {
  const { runs } = history
  const earliestOf = runs.some(isContinuing) ? findEntryStarts(runs, focusSessions) : () => Infinity
  return runs.map((run, index) => {
    const started = startEventOf(run)
    const { state } = replayRunUntilNext(run, now, runs[index + 1])
    const endedAt = state.status === 'idle' ? state.lastAt : null
    const countsFrom = Math.min(countingStartOf(started), earliestCorrectionOf(run), earliestOf(run))
    return { run, startedAt: started.at, countsFrom, endedAt }
  })
}

/**
 * Returns a function that finds the earliest start of the entries in which a run has a part. Such an entry may begin
 * earlier than the device knew when it continued it, or even earlier than the run that has made it. Commands of the run
 * that has made it may still move it, so the start of that run counts as well.
 */
function findEntryStarts(runs: readonly Run[], focusSessions: readonly FocusSession[]) {
  const counting = focusSessions.filter((focusSession) => countedSegments(focusSession).length > 0)
  const startOf = new Map(counting.map(({ entryId, segments }) => [entryId, segments[0]![0]]))
  const focusSessionsOf = groupBy(focusSessions, ({ runId }) => runId)
  const similarRuns = groupBy(runs, ({ id }) => id.slice(0, -4))
  return (run: Run) => {
    const continued = startEventOf(run).continues?.entryId ?? ''
    const entryIds = [continued, ...(focusSessionsOf.get(run.id) ?? []).map(({ entryId }) => entryId)]
    const makers = (similarRuns.get(continued.slice(0, -4)) ?? []).filter(({ id }) => mayMakeEntry(id, continued))
    const starts = entryIds.map((entryId) => startOf.get(entryId) ?? Infinity)
    return Math.min(...starts, ...makers.map((maker) => startEventOf(maker).at))
  }
}

const isContinuing = (run: Run) => startEventOf(run).continues !== undefined
