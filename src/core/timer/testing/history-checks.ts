import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { type FocusSession, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import type { Run, TimerHistory } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { MIN_FOCUS_SESSION_MS } from '#core/timer/transition.ts'
import {
  type DisplayedSegment,
  displayedWork,
  focusSessionsOfRunAlone,
  intersectSegments,
  isBreakOrHeldAt,
} from './displayed-work.ts'

/** Throws if the history counts a moment twice, or has a focus session that is impossible. */
export function checkHistory(history: TimerHistory, now: number, maxWorkMs: number) {
  const focusSessions = focusSessionsAt(history, now)
  if (hasDuplicates(focusSessions.map(({ key }) => key))) throw new Error('I1 a session twice')
  const saved = focusSessions.filter(({ status }) => status === 'saved')
  if (hasDuplicates(saved.map(({ entryId }) => entryId))) throw new Error('I1 an entry twice')
  const counted = countedAt(history, saved, now).toSorted(([a], [b]) => a - b)
  counted.forEach(([from, to], index) => {
    if (to <= from) throw new Error('I5 an empty segment')
    if (index > 0 && from < counted[index - 1]![1]) throw new Error('I2 a moment counted twice')
  })
  for (const { entryId, key, segments } of saved) {
    const { isInfinite, continues } = runOf(history, key).log[0].event
    const limit = maxWorkMs + overtimeOf(runOf(history, key))
    if (!isInfinite && continues === undefined && totalOf(segments) > limit)
      throw new Error('I5 a session longer than its phase')
    const onEntry = focusSessions.filter((other) => other.entryId === entryId && other.status !== 'discarded')
    const end = Math.max(...onEntry.map(({ key }) => endOf(history, runOf(history, key))))
    if (segments.some(([, to]) => to > end)) throw new Error('I9 a session goes on after another has begun')
  }
}

const hasDuplicates = (ids: string[]) => new Set(ids).size !== ids.length

const runOf = ({ runs }: TimerHistory, key: string) => runs.find(({ id }) => key.startsWith(`${id}#`))!

/** The most that the phases of a run were made longer. */
const overtimeOf = ({ log: [, ...rest] }: Run) =>
  rest.reduce((sum, { event }) => sum + (event.type === 'extend' ? (event.byMs ?? Infinity) : 0), 0)

/** A run is over when the next one begins, or at its own last command if that is later. */
function endOf({ runs }: TimerHistory, run: Run) {
  const next = runs[runs.indexOf(run) + 1]
  return Math.max(next?.log[0].event.at ?? Infinity, run.log.at(-1)!.event.at)
}

/** The time of the saved focus sessions and of the running phase, without the inherited time of a continued entry. */
function countedAt(history: TimerHistory, focusSessions: FocusSession[], now: number): Segment[] {
  const begunAt = history.runs.at(-1)?.log[0].event.at ?? 0
  const running = displayedWork(timerStateAt(history, now), begunAt, now)
  const saved = focusSessions.filter(({ status }) => status === 'saved')
  return [...saved.flatMap(({ segments }) => segments), ...running.map(([, segment]) => segment)]
}

/** Time that a run alone would have saved is counted by some focus session, unless it is too short for an entry. */
export function compareWithRunsAlone(history: TimerHistory, now: number) {
  const counted = countedAt(history, focusSessionsAt(history, now), now)
  history.runs.forEach((_, index) => {
    for (const { key, status, segments } of focusSessionsOfRunAlone(history, index, now))
      if (status !== 'discarded' && totalOf(subtractSegments(segments, counted)) >= MIN_FOCUS_SESSION_MS)
        throw new Error(`I3 saved time is in no focus session: ${key}`)
  })
}

/** Time that the server and every device displayed as work of a focus session is in some focus session. */
export function compareWithDisplayed(
  history: TimerHistory,
  now: number,
  displayed: { byServer: DisplayedSegment[]; byDevices: DisplayedSegment[][] },
) {
  const alone = history.runs.flatMap((_, index) => focusSessionsOfRunAlone(history, index, now))
  const counted = [
    ...[...alone, ...focusSessionsAt(history, now)].flatMap(({ segments }) => segments),
    ...displayedWork(timerStateAt(history, now), 0, now).map(([, segment]) => segment),
  ]
  for (const key of new Set(displayed.byServer.map(([key]) => key))) {
    const of = (shown: DisplayedSegment[]) => shown.filter(([other]) => other === key).map(([, segment]) => segment)
    const displayedByAll = displayed.byDevices.reduce(
      (common, shown) => intersectSegments(common, of(shown)),
      of(displayed.byServer),
    )
    const run = history.runs.find(({ id }) => key.startsWith(`${id}#`))
    // The user has taken its start back.
    if (run === undefined) continue
    // Not lost: the pauses of two devices together may move a break there, or the work may be on hold.
    const lost = subtractSegments(displayedByAll, counted).filter(
      ([from, to]) => !isBreakOrHeldAt(run, from) || !isBreakOrHeldAt(run, to - 1),
    )
    if (totalOf(lost) > 0)
      throw new Error(`I3 time that every device displayed is lost: ${key} ${JSON.stringify(lost)}`)
  }
}
