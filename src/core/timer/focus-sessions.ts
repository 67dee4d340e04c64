import { type Run, startEventOf, type TimerHistory } from './history.ts'
import { replayRunUntilNext } from './replay.ts'
import { groupBy } from '#core/group-by.ts'
import { clipToStart, createSegmentUnion, type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { segmentsAt } from './state.ts'
import { type EndedPhase, MIN_FOCUS_SESSION_MS } from './transition.ts'

/** A work phase that is over. A saved one becomes a time entry. */
export interface FocusSession extends Omit<EndedPhase, 'phase' | 'isSaved'> {
  key: string
  /** `merged`: a later focus session counts its time, or too little of it was left. */
  status: 'saved' | 'discarded' | 'merged'
  /** The id of its time entry: a new one, or that of the entry its run continues. */
  entryId: string
  /** The time before the run's start: of a continued entry, gaps included, or since a corrected start. */
  inheritedSegments: readonly Segment[]
}

type PhaseId = Pick<EndedPhase, 'runId' | 'phase'>

export const focusSessionKey = ({ runId, phase }: PhaseId) => `${runId}#${phase}`

/** Every device derives the same entry id for the same focus session: the run's id plus the phase. */
export function entryIdOf({ runId, phase }: PhaseId) {
  const tail = (Number.parseInt(runId.slice(-4), 16) + phase + 1) & 0xffff
  return runId.slice(0, -4) + tail.toString(16).padStart(4, '0')
}

/** More than a run can have: twenty repetitions, each with a break. */
const MAX_PHASES = 64

/** Whether a run may make the entry, in any of its phases. */
export const mayMakeEntry = (runId: string, entryId: string) =>
  runId.slice(0, -4) === entryId.slice(0, -4) &&
  ((Number.parseInt(entryId.slice(-4), 16) - Number.parseInt(runId.slice(-4), 16) - 1) & 0xffff) < MAX_PHASES

/** Whether one run has made both entries: the time between them is a break. */
export function areOfSameRun(entryId: string, otherId: string) {
  const distance = Math.abs(Number.parseInt(entryId.slice(-4), 16) - Number.parseInt(otherId.slice(-4), 16))
  const isNear = Math.min(distance, 0x1_0000 - distance) < MAX_PHASES
  return entryId.slice(0, -4) === otherId.slice(0, -4) && isNear
}

/**
 * Every focus session by `now`, the latest first. Runs of several devices may overlap; no moment is counted twice,
 * because a run counts only time that no later run counts.
 */
export function focusSessionsAt({ runs }: TimerHistory, now: number): FocusSession[] {
  const claimed = createSegmentUnion()
  const focusSessions = runs
    .map((run, index) => ({ run, ...replayRunUntilNext(run, now, runs[index + 1]) }))
    .toReversed()
    .flatMap(({ run, state, ended }) => {
      const focusSessions = ended.toReversed().map((phase) => toFocusSession(phase, run, claimed))
      const running = clipToStart(state.mode === 'work' ? segmentsAt(state, now) : [], startEventOf(run).at)
      for (const focusSession of focusSessions) claimed.add(countedSegments(focusSession))
      claimed.add(running)
      return focusSessions
    })
  return mergeByEntry(focusSessions)
}

type SegmentUnion = ReturnType<typeof createSegmentUnion>

/** `claimed` is the time that later runs count. Inherited time is left to `mergeByEntry`. */
function toFocusSession(phase: EndedPhase, run: Run, claimed: SegmentUnion): FocusSession {
  const { runId, subject, repetition, repetitions, plannedMs } = phase
  const startedAt = startEventOf(run).at
  const key = focusSessionKey(phase)
  const inheritedSegments = subtractSegments(phase.segments, [[startedAt, Infinity]])
  const entryId = phase.entryId ?? entryIdOf(phase)
  const focusSession = { key, runId, subject, repetition, repetitions, plannedMs, inheritedSegments, entryId }
  const isKept = run.kept.includes(key) && totalOf(phase.segments) >= MIN_FOCUS_SESSION_MS
  if (!phase.isSaved && !isKept) return { ...focusSession, status: 'discarded', segments: phase.segments }
  const segments = claimed.subtractFrom(clipToStart(phase.segments, startedAt))
  const isLongEnough = totalOf(segments) + totalOf(inheritedSegments) >= MIN_FOCUS_SESSION_MS
  return { ...focusSession, status: isLongEnough ? 'saved' : 'merged', segments: isLongEnough ? segments : [] }
}

/**
 * If several focus sessions belong to one entry, the latest has it with the time of all of them, and the others are
 * merged. The entry also has the inherited time that no session counts.
 */
function mergeByEntry(focusSessions: FocusSession[]): FocusSession[] {
  const byEntry = groupBy(focusSessions.filter(isSaved), ({ entryId }) => entryId)
  const isAlone = ({ entryId, inheritedSegments }: FocusSession) =>
    inheritedSegments.length === 0 && byEntry.get(entryId)?.length === 1
  if (focusSessions.every((focusSession) => !isSaved(focusSession) || isAlone(focusSession))) return focusSessions
  const inherited = shareInheritedTime(focusSessions, byEntry)
  return focusSessions.map((focusSession) => {
    if (!isSaved(focusSession) || isAlone(focusSession)) return focusSession
    const onEntry = byEntry.get(focusSession.entryId) ?? []
    if (onEntry[0] !== focusSession) return { ...focusSession, status: 'merged', segments: [] }
    const own = onEntry.flatMap(countedSegments)
    const segments = [...(inherited.get(focusSession.entryId) ?? []), ...own].toSorted(([a], [b]) => a - b)
    return { ...focusSession, segments }
  })
}

/**
 * The inherited time of each entry that no session counts. Of several continued entries that cover it, the latest has
 * it; a corrected start takes none from an entry of earlier work.
 */
function shareInheritedTime(focusSessions: readonly FocusSession[], byEntry: ReadonlyMap<string, FocusSession[]>) {
  const counted = createSegmentUnion(focusSessions.flatMap(countedSegments))
  const isOwn = ({ runId, entryId }: FocusSession) => mayMakeEntry(runId, entryId)
  const entries = [...byEntry]
  const continued = entries.filter(([, onEntry]) => !onEntry.every(isOwn))
  const corrected = entries.filter(([, onEntry]) => onEntry.every(isOwn)).toReversed()
  return new Map(
    [...continued, ...corrected].map(([entryId, onEntry]) => {
      const gaps = onEntry.flatMap(({ inheritedSegments }) => {
        const free = counted.subtractFrom(inheritedSegments)
        counted.add(free)
        return free
      })
      return [entryId, gaps]
    }),
  )
}

/** Whether two focus sessions would be saved as the same time entry. */
export const isSameFocusSession = (a: FocusSession, b: FocusSession) =>
  a.status === b.status &&
  a.entryId === b.entryId &&
  a.repetition === b.repetition &&
  a.repetitions === b.repetitions &&
  a.plannedMs === b.plannedMs &&
  haveSameSegments(a.segments, b.segments) &&
  haveSameSegments(a.inheritedSegments, b.inheritedSegments) &&
  (a.subject === b.subject || JSON.stringify(a.subject) === JSON.stringify(b.subject))

const haveSameSegments = (a: readonly Segment[], b: readonly Segment[]) =>
  a === b || (a.length === b.length && a.every(([start, end], index) => start === b[index]![0] && end === b[index]![1]))

const isSaved = ({ status }: FocusSession) => status === 'saved'

export const countedSegments = (focusSession: FocusSession) => (isSaved(focusSession) ? focusSession.segments : [])
