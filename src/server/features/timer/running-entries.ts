import type { TimeEntry } from '#contract/time-entries.ts'
import type { Worked } from '#core/time-entry.ts'
import { entryIdOf, sessionKey } from '#core/timer/merge.ts'
import { elapsedAt, IDLE, type Subject, type TimerState } from '#core/timer/state.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import { DAY_MS } from '#core/units.ts'
import type { Db } from '#server/db/connect.ts'
import { inTurn } from '#server/db/in-turn.ts'
import { newId, toTime } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { findTimeEntry, overrideSession, writeTimeEntry } from '#server/features/time-entries/queries.ts'
import { findTimer } from './ledger.ts'
import type { Timer } from './timer.ts'
import { viewOf } from './wire.ts'

/** How far the clocks of two clients that watch the same session may be apart. */
const TOLERANCE_MS = 5_000
const SAME_LENGTH = 0.1

/** An entry that is to run from some moment on. */
interface Draft extends Subject {
  id?: string | undefined
  startedAt?: number | undefined
}

/** An ended session, as a client of the specification saves it itself. */
type Finished = Subject & Worked

interface Options {
  db: Db
  now: () => number
  timer: Timer
}

/** The time entry that the timer is working on: it becomes a row when it is over. */
export function createRunningEntries({ db, now, timer }: Options) {
  async function find(userId: string) {
    return running(userId, viewOf(await timer.read(userId)), now())
  }

  return {
    find,

    async start(userId: string, { id = newId(now()), startedAt = now(), ...subject }: Draft): Promise<TimeEntry> {
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
    async claim(userId: string, finished: Finished): Promise<TimeEntry | undefined> {
      const seenAt = (await findTimer(db, userId))?.plain_seen_at ?? 0
      if (seenAt < now() - DAY_MS) return undefined
      const { after } = await timer.settle(userId)
      return inTurn(db, userId, async (db) => {
        const saved = (await savedSessions(db, userId, finished)).find((session) => isSame(session, finished))
        if (saved !== undefined) return findTimeEntry(db, userId, saved.id)
        const session = sessionOf(after, now())
        if (session === undefined || !isSame(session, finished)) return undefined
        // What the client saved stands, however it ends the timer.
        await overrideSession(db, userId, session.key, 'edited')
        const entry = { ...finished, id: session.id, sessionKey: session.key, plannedMs: after.phaseMs, zone: null }
        return writeTimeEntry(db, userId, entry, now())
      })
    },
  }
}

function running(userId: string, view: TimerState, now: number): TimeEntry | undefined {
  const session = sessionOf(view, now)
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
    segments: view.stretches.map(([start, end]) => ({ start: toTime(start), end: toTime(end) })),
    createdAt: toTime(session.startedAt),
    updatedAt: toTime(view.lastAt),
  }
}

interface SessionTimes {
  id: string
  projectId: string
  startedAt: number
  endedAt: number
  durationMs: number
}

/** The work phase that goes on, if it is one. */
function sessionOf(view: TimerState, now: number): (SessionTimes & { key: string }) | undefined {
  const { runId, phase, mode, subject, stretches, runningSince, entryId } = view
  const startedAt = stretches[0]?.[0] ?? runningSince
  if (runId === null || mode === 'break' || subject === null || startedAt === null) return undefined
  const place = { runId, phase }
  return {
    id: entryId ?? entryIdOf(place),
    key: sessionKey(place),
    projectId: subject.projectId,
    startedAt,
    endedAt: runningSince === null ? stretches.at(-1)![1] : now,
    durationMs: elapsedAt(view, now),
  }
}

/** Begun or ended together, and as long: a client may count its pauses into either end. */
function isSame(session: SessionTimes, finished: Finished) {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE_MS
  const isTogether = isNear(session.startedAt, finished.startedAt) || isNear(session.endedAt, finished.endedAt)
  const isAsLong = Math.abs(session.durationMs - finished.durationMs) <= SAME_LENGTH * finished.durationMs + 1_000
  return session.projectId === finished.projectId && isTogether && isAsLong
}

async function savedSessions(db: Db, userId: string, { projectId, startedAt, endedAt }: Finished) {
  const rows = await db
    .selectFrom('time_entries')
    .select(['id', 'started_at', 'ended_at', 'duration_ms'])
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('session_key', 'is not', null)
    .where('started_at', '<', endedAt + TOLERANCE_MS)
    .where('ended_at', '>', startedAt - TOLERANCE_MS)
    .execute()
  return rows.map((row): SessionTimes => ({
    id: row.id,
    projectId,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
  }))
}
