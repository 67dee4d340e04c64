import type { TimeEntry } from '#contract/time-entries.ts'
import type { Worked } from '#core/time-entry.ts'
import { entryIdOf, focusSessionKey } from '#core/timer/focus-sessions.ts'
import { elapsedAt, IDLE, type Subject, type TimerState } from '#core/timer/state.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import { DAY_MS } from '#core/units.ts'
import type { Db } from '#server/db/connect.ts'
import { inTurn } from '#server/db/in-turn.ts'
import { newId, toTime } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { findTimeEntry, overrideSession, upsertTimeEntry } from '#server/features/time-entries/queries.ts'
import { findTimer } from './queries.ts'
import type { Timer } from './timer.ts'
import { stateFromSnapshot } from './legacy-protocol.ts'

/** How far the clocks of two clients that watch the same session may be apart. */
const MAX_CLOCK_SKEW_MS = 5_000
const MAX_DURATION_DIFFERENCE = 0.1

/** An entry that is to run from some moment on. */
interface RunningEntryDraft extends Subject {
  id?: string | undefined
  startedAt?: number | undefined
}

/** An ended session, as a client of the specification saves it itself. */
type FinishedEntry = Subject & Worked

interface Options {
  db: Db
  now: () => number
  timer: Timer
}

/** The time entry that the timer is working on: it becomes a row when it is over. */
export function createRunningEntries({ db, now, timer }: Options) {
  async function find(userId: string) {
    return toRunningEntry(userId, stateFromSnapshot(await timer.read(userId)), now())
  }

  return {
    find,

    async start(
      userId: string,
      { id = newId(now()), startedAt = now(), ...subject }: RunningEntryDraft,
    ): Promise<TimeEntry> {
      const known = await findTimeEntry(db, userId, id)
      if (known !== undefined) return known
      const taken = await timer.press(userId, (_view, at): StartEvent => {
        const continues = { entryId: id, startedAt: Math.min(startedAt, at) }
        const { config } = IDLE
        return { type: 'start', at, runId: newId(at), subject, config, isInfinite: true, continues }
      })
      const entry = await find(userId)
      if (taken?.verdict.code === 'unknown-project') throw new Refusal('not-found', 'projectNotFound')
      if (entry?.id !== id) throw new Refusal('conflict', 'timerRunning')
      return entry
    },

    async change(userId: string, change: Partial<Subject>) {
      const taken = await timer.press(userId, ({ runId, phase }, at) =>
        runId === null ? undefined : { type: 'subject', at, runId, phase, change },
      )
      if (taken?.verdict.code === 'unknown-project') throw new Refusal('not-found', 'projectNotFound')
      return find(userId)
    },

    /** Ends what runs, as an entry or without a trace. Undefined: nothing ran. */
    async stop(userId: string, { save }: { save: boolean }): Promise<TimeEntry | undefined> {
      const entry = await find(userId)
      if (entry === undefined) return undefined
      await timer.press(userId, ({ runId, phase }, at) =>
        runId === null ? undefined : { type: 'stop', at, runId, phase, save },
      )
      const saved = save ? await findTimeEntry(db, userId, entry.id) : undefined
      return saved ?? { ...entry, endTime: toTime(now()), isRunning: false }
    },

    /**
     * Clients that know only the specification save each session themselves, every tab for itself. What they save is
     * the entry that the timer has made of it, or is about to make. Undefined: it is something else.
     */
    async matchLegacySave(userId: string, finished: FinishedEntry): Promise<TimeEntry | undefined> {
      const seenAt = (await findTimer(db, userId))?.plain_seen_at ?? 0
      if (seenAt < now() - DAY_MS) return undefined
      const { after } = await timer.advance(userId)
      return inTurn(db, userId, async (db) => {
        const saved = (await listSavedSessions(db, userId, finished)).find((session) =>
          isSameSession(session, finished),
        )
        if (saved !== undefined) return findTimeEntry(db, userId, saved.id)
        const session = currentWorkPhase(after, now())
        if (session === undefined || !isSameSession(session, finished)) return undefined
        // What the client saved stands, however it ends the timer.
        await overrideSession(db, userId, session.key, 'edited')
        const entry = { ...finished, id: session.id, sessionKey: session.key, plannedMs: after.phaseMs, zone: null }
        return upsertTimeEntry(db, userId, entry, now())
      })
    },
  }
}

function toRunningEntry(userId: string, view: TimerState, now: number): TimeEntry | undefined {
  const session = currentWorkPhase(view, now)
  if (session === undefined || view.subject === null) return undefined
  const { taskId, notes, tags, projectId } = view.subject
  return {
    id: session.id,
    user: userId,
    project: projectId,
    task: taskId,
    tags: [...tags],
    startTime: toTime(session.startedAt),
    endTime: null,
    duration: session.durationMs,
    notes,
    isRunning: true,
    segments: view.segments.map(([start, end]) => ({ start: toTime(start), end: toTime(end) })),
    createdAt: toTime(session.startedAt),
    updatedAt: toTime(view.lastAt),
  }
}

interface WorkPhaseTimes {
  id: string
  projectId: string
  startedAt: number
  endedAt: number
  durationMs: number
}

/** The work phase that goes on, if it is one. */
function currentWorkPhase(view: TimerState, now: number): (WorkPhaseTimes & { key: string }) | undefined {
  const { runId, phase, mode, subject, segments: stretches, runningSince, entryId } = view
  const startedAt = stretches[0]?.[0] ?? runningSince
  if (runId === null || mode === 'break' || subject === null || startedAt === null) return undefined
  const place = { runId, phase }
  return {
    id: entryId ?? entryIdOf(place),
    key: focusSessionKey(place),
    projectId: subject.projectId,
    startedAt,
    endedAt: runningSince === null ? stretches.at(-1)![1] : now,
    durationMs: elapsedAt(view, now),
  }
}

/** Begun or ended together, and as long: a client may count its pauses into either end. */
function isSameSession(session: WorkPhaseTimes, finished: FinishedEntry) {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= MAX_CLOCK_SKEW_MS
  const isTogether = isNear(session.startedAt, finished.startedAt) || isNear(session.endedAt, finished.endedAt)
  const isAsLong =
    Math.abs(session.durationMs - finished.durationMs) <= MAX_DURATION_DIFFERENCE * finished.durationMs + 1_000
  return session.projectId === finished.projectId && isTogether && isAsLong
}

async function listSavedSessions(db: Db, userId: string, { projectId, startedAt, endedAt }: FinishedEntry) {
  const rows = await db
    .selectFrom('time_entries')
    .select(['id', 'started_at', 'ended_at', 'duration_ms'])
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('session_key', 'is not', null)
    .where('started_at', '<', endedAt + MAX_CLOCK_SKEW_MS)
    .where('ended_at', '>', startedAt - MAX_CLOCK_SKEW_MS)
    .execute()
  return rows.map((row): WorkPhaseTimes => ({
    id: row.id,
    projectId,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
  }))
}
