import { MAX_CLOCK_SKEW_MS, type TimeEntry } from '#contract/time-entries.ts'
import { isDefaultNote } from '#core/time-entries/default-note.ts'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import { totalOf } from '#core/time/segments.ts'
import { DAY_MS } from '#core/time/units.ts'
import { type FocusSession, focusSessionKey, focusSessionsAt } from '#core/timer/focus-sessions.ts'
import { type Run, startEventOf } from '#core/timer/history.ts'
import { logWithHold, timerStateAt } from '#core/timer/replay.ts'
import type { Subject } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import {
  findEntryValues,
  findTimeEntry,
  overrideFocusSessions,
  recordChanges,
  writeTimeEntry,
} from '#server/features/time-entries/queries.ts'
import { loadTimer } from '../apply-command.ts'
import { findTimer } from '../queries.ts'
import { type HistoryAt, listRuns } from '../run-queries.ts'
import { findCurrentSubject, findOverriddenKeys, saveFocusSession } from '../save-focus-sessions.ts'
import type { Timer } from '../timer.ts'

/** How far the times of two clients that show the same focus session may differ. */
const MAX_DIFFERENCE_MS = 5_000
/** Durations that differ by a smaller part may be of the same focus session. */
const MAX_DURATION_DIFFERENCE = 0.1

/** More focus sessions than begin in two days. A saved entry may claim to be years long. */
const MAX_CANDIDATES = 200

/** A focus session that a legacy client has saved itself. */
export type FinishedEntry = Subject & WorkedTime

/** A focus session that a client may have saved. */
interface Candidate {
  key: string
  entryId: string
  /** The session's start and, if it continues an entry, when it did so: clients save one or the other. */
  starts: readonly number[]
  /** The end of the work and, after a pause, the time of the stop. */
  ends: readonly number[]
  durationMs: number
  /** The projects that the session has or had. */
  projectIds: readonly string[]
  /** Set if the session is not over. */
  open?: HistoryAt & { focusSession: FocusSession; focusSessions: readonly FocusSession[] }
}

interface Options {
  db: Db
  now: () => number
  timer: Timer
}

/**
 * Legacy clients save each focus session themselves, once in every open tab. Returns the entry that the timer has
 * created for this focus session, or creates it now. Undefined if the saved entry matches no focus session.
 */
export async function matchLegacySave({ db, now, timer }: Options, userId: string, finished: FinishedEntry) {
  const seenAt = (await findTimer(db, userId))?.legacy_seen_at ?? 0
  if (seenAt < now() - DAY_MS) return undefined
  await timer.advance(userId)
  return withUserLock(db, userId, async (db): Promise<TimeEntry | undefined> => {
    if (!(await isComplete(db, userId, finished))) return undefined
    const at = now()
    const open = await findOpenSession(db, userId, at)
    const candidates = [
      ...(open && isAboutNow(finished, at) ? [open] : []),
      ...(await listSavedSessions(db, userId, finished)),
    ]
    const [nearest] = candidates
      .map((candidate) => ({ candidate, distance: distanceBetween(candidate, finished, at) }))
      .filter(({ distance }) => distance < Infinity)
      .toSorted((a, b) => a.distance - b.distance)
    return nearest && saveOnce(db, userId, nearest.candidate, { finished, now: at })
  })
}

/** Whether everything that the entry refers to exists. Otherwise the request is refused like any other. */
async function isComplete(db: Db, userId: string, { projectId, taskId, notes, tags }: FinishedEntry) {
  const current = await findCurrentSubject(db, userId, { projectId, taskId, notes, tags })
  return current?.taskId === taskId && current.tags.length === new Set(tags).size
}

/** The present work phase, as it would be saved if it was stopped now. */
async function findOpenSession(db: Db, userId: string, now: number): Promise<Candidate | undefined> {
  const { history, now: at } = await loadTimer(db, { userId, now, connectedUntil: null }, { at: now })
  const [run, { phase, mode, status }] = [history.runs.at(-1), timerStateAt(history, at)]
  if (run === undefined || status === 'idle' || mode === 'break') return undefined
  const stop = { type: 'stop', at, runId: run.id, phase, save: true } as const
  const log: Run['log'] = [...logWithHold(run, at), { id: null, event: stop }]
  const stopped = [...history.runs.slice(0, -1), { ...run, log, heldAt: null }]
  const focusSessions = focusSessionsAt({ ...history, runs: stopped }, at)
  const key = focusSessionKey({ runId: run.id, phase })
  const focusSession = focusSessions.find((candidate) => candidate.key === key && candidate.status === 'saved')
  const first = focusSession?.segments[0]
  if (focusSession === undefined || first === undefined) return undefined
  return {
    key,
    entryId: focusSession.entryId,
    starts: [first[0], ...continuedAt(run)],
    ends: [at],
    durationMs: totalOf(focusSession.segments),
    projectIds: projectIdsOf(run),
    open: { history, at, focusSession, focusSessions },
  }
}

const continuedAt = (run: Run) => (startEventOf(run).continues === undefined ? [] : [startEventOf(run).at])

const projectIdsOf = ({ log: [started, ...rest] }: Run) => [
  started.event.subject.projectId,
  ...rest.flatMap(({ event }) => (event.type === 'subject' ? (event.change.projectId ?? []) : [])),
]

async function listSavedSessions(db: Db, userId: string, finished: FinishedEntry): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('time_entries')
    .select(['id', 'project_id', 'started_at', 'ended_at', 'duration_ms', 'updated_at', 'focus_session_key as key'])
    .where('user_id', '=', userId)
    .where('focus_session_key', 'is not', null)
    .where('started_at', '>', finished.startedAt - DAY_MS)
    .where('started_at', '<', finished.endedAt + MAX_CLOCK_SKEW_MS)
    .orderBy('started_at', 'desc')
    .limit(MAX_CANDIDATES)
    .$narrowType<{ key: string }>()
    .execute()
  const runs = await listRuns(
    db,
    userId,
    rows.map(({ key }) => runIdOf(key)),
  )
  const runById = new Map(runs.map((run) => [run.id, run]))
  return rows.map((row) => {
    const run = runById.get(runIdOf(row.key))
    return {
      key: row.key,
      entryId: row.id,
      starts: [row.started_at, ...(run ? continuedAt(run) : [])],
      ends: [row.ended_at, row.updated_at],
      durationMs: row.duration_ms,
      projectIds: [row.project_id, ...(run ? projectIdsOf(run) : [])],
    }
  })
}

const runIdOf = (key: string) => key.slice(0, key.indexOf('#'))

/** A session that a client saves at its end ends now by its own clock, which may be wrong. */
const isAboutNow = ({ endedAt }: FinishedEntry, now: number) => Math.abs(endedAt - now) <= MAX_CLOCK_SKEW_MS

/** How much a saved entry differs from a focus session; infinite if it is another one. */
function distanceBetween(candidate: Candidate, finished: FinishedEntry, now: number) {
  // An entry that is saved at its end ends now, so the difference is that of the clocks.
  const skews = isAboutNow(finished, now) ? [0, finished.endedAt - now] : [0]
  return Math.min(...skews.map((skew) => distanceWithSkew(candidate, finished, skew)))
}

function distanceWithSkew({ starts, ends, durationMs, projectIds }: Candidate, finished: FinishedEntry, skew: number) {
  const startDifference = nearest(starts, finished.startedAt - skew)
  const endDifference = nearest(ends, finished.endedAt - skew)
  const difference = Math.abs(durationMs - finished.durationMs)
  const [hasStart, hasEnd] = [startDifference <= MAX_DIFFERENCE_MS, endDifference <= MAX_DIFFERENCE_MS]
  const isAsLong = difference <= MAX_DURATION_DIFFERENCE * finished.durationMs + 1_000
  // One of start and end may be shifted by pauses, which legacy clients do not save.
  const isSame = (hasStart && hasEnd) || ((hasStart || hasEnd) && isAsLong)
  // A client can choose another project without telling the server. Then all times have to agree.
  const isOfProject = projectIds.includes(finished.projectId) || (hasStart && hasEnd && isAsLong)
  if (!isSame || !isOfProject) return Infinity
  return [startDifference, endDifference, difference].reduce((sum, part) => sum + Math.min(part, MAX_DIFFERENCE_MS), 0)
}

const nearest = (times: readonly number[], time: number) => Math.min(...times.map((other) => Math.abs(other - time)))

/** Saves the session if it is still open, and keeps what the first client to save it has written. */
async function saveOnce(
  db: Db,
  userId: string,
  { key, entryId, projectIds, open }: Candidate,
  { finished, now }: { finished: FinishedEntry; now: number },
) {
  const isOverridden = (await findOverriddenKeys(db, userId, [key])).has(key)
  if (isOverridden) return findTimeEntry(db, userId, entryId)
  if (open !== undefined) {
    const { focusSession } = open
    const subject = mergeSubject(focusSession.subject, finished, projectIds)
    await saveFocusSession(db, userId, { ...focusSession, subject }, open)
  } else {
    const entry = await findEntryValues(db, userId, entryId)
    const subject = entry && mergeSubject(entry, finished, projectIds)
    if (entry === undefined || isSameSubject(entry, subject!)) return findTimeEntry(db, userId, entryId)
    await recordChanges(db, userId, [{ before: entry, after: { ...entry, ...subject! } }], {
      kind: 'timer',
      device: '',
      now,
    })
    await writeTimeEntry(db, userId, { ...entry, ...subject }, { now, event: 'updated' })
  }
  // Keeps the timer from overwriting or deleting the entry, however the client ends the focus session.
  await overrideFocusSessions(db, userId, [key], 'edited')
  return findTimeEntry(db, userId, entryId)
}

/** Notes and tags of the client win. A project that the session had before does not: it was changed meanwhile. */
function mergeSubject(ours: Subject, theirs: Subject, projectIds: readonly string[]): Subject {
  const projectId = projectIds.includes(theirs.projectId) ? ours.projectId : theirs.projectId
  const isWritten = theirs.notes !== '' && !(isDefaultNote(theirs.notes) && ours.notes !== '')
  const previousTask = projectId === ours.projectId ? ours.taskId : null
  return {
    projectId,
    taskId: (projectId === theirs.projectId ? theirs.taskId : null) ?? previousTask,
    notes: isWritten ? theirs.notes : ours.notes,
    tags: theirs.tags.length > 0 ? theirs.tags : ours.tags,
  }
}

const isSameSubject = (a: Subject, b: Subject) =>
  a.projectId === b.projectId && a.taskId === b.taskId && a.notes === b.notes && haveSameItems(a.tags, b.tags)

const haveSameItems = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
