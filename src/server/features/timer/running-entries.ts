import type { TimeEntry } from '#contract/time-entries.ts'
import type { WorkedTime } from '#core/time-entries/worked-time.ts'
import { DAY_MS } from '#core/time/units.ts'
import { entryIdOf, focusSessionKey } from '#core/timer/focus-sessions.ts'
import { elapsedAt, IDLE, type Subject, type TimerState } from '#core/timer/state.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId, toIsoTime } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { findTimeEntry, overrideFocusSessions, upsertTimeEntry } from '#server/features/time-entries/queries.ts'
import { stateFromSnapshot } from './legacy-protocol.ts'
import { findTimer } from './queries.ts'
import type { Timer } from './timer.ts'

/** How far the clocks of two clients that show the same focus session may differ. */
const MAX_CLOCK_SKEW_MS = 5_000
/** Durations that differ by a smaller part may be of the same focus session. */
const MAX_DURATION_DIFFERENCE = 0.1

interface EntryDraft extends Subject {
  id?: string | undefined
  startedAt?: number | undefined
}

/** A focus session that a legacy client has saved itself. */
type FinishedEntry = Subject & WorkedTime

interface Options {
  db: Db
  now: () => number
  timer: Timer
}

/** The time entry of the timer's present work phase. It becomes a row when the phase ends. */
export function createRunningEntries({ db, now, timer }: Options) {
  async function find(userId: string) {
    return toRunningEntry(userId, stateFromSnapshot(await timer.read(userId)), now())
  }

  return {
    find,

    async start(userId: string, { id = newId(now()), startedAt = now(), ...subject }: EntryDraft): Promise<TimeEntry> {
      const known = await findTimeEntry(db, userId, id)
      if (known !== undefined) return known
      const applied = await timer.applyEvent(userId, (_state, at): StartEvent => {
        const continues = { entryId: id, startedAt: Math.min(startedAt, at) }
        const { config } = IDLE
        return { type: 'start', at, runId: newId(at), subject, config, isInfinite: true, continues }
      })
      const entry = await find(userId)
      if (applied?.ack.code === 'unknown-project') throw new Refusal('not-found', 'projectNotFound')
      if (entry?.id !== id) throw new Refusal('conflict', 'timerRunning')
      return entry
    },

    async change(userId: string, change: Partial<Subject>) {
      const applied = await timer.applyEvent(userId, ({ runId, phase }, at) =>
        runId === null ? undefined : { type: 'subject', at, runId, phase, change },
      )
      if (applied?.ack.code === 'unknown-project') throw new Refusal('not-found', 'projectNotFound')
      return find(userId)
    },

    /** Stops the timer and returns its entry; undefined if no entry was running. */
    async stop(userId: string, { save }: { save: boolean }): Promise<TimeEntry | undefined> {
      const entry = await find(userId)
      if (entry === undefined) return undefined
      await timer.applyEvent(userId, ({ runId, phase }, at) =>
        runId === null ? undefined : { type: 'stop', at, runId, phase, save },
      )
      const saved = save ? await findTimeEntry(db, userId, entry.id) : undefined
      return saved ?? { ...entry, endTime: toIsoTime(now()), isRunning: false }
    },

    /**
     * Legacy clients save each focus session themselves, once in every open tab. Returns the entry that the timer has
     * created for this focus session, or creates it now. Undefined if the saved entry matches no focus session.
     */
    async matchLegacySave(userId: string, finished: FinishedEntry): Promise<TimeEntry | undefined> {
      const seenAt = (await findTimer(db, userId))?.legacy_seen_at ?? 0
      if (seenAt < now() - DAY_MS) return undefined
      const { after } = await timer.advance(userId)
      return withUserLock(db, userId, async (db) => {
        const savedSessions = await listSavedFocusSessions(db, userId, finished)
        const saved = savedSessions.find((focusSession) => isSameFocusSession(focusSession, finished))
        if (saved !== undefined) return findTimeEntry(db, userId, saved.id)
        const current = currentWorkPhase(after, now())
        if (current === undefined || !isSameFocusSession(current, finished)) return undefined
        const { id, key } = current
        // Keeps the timer from overwriting or deleting the entry, however the client ends the focus session.
        await overrideFocusSessions(db, userId, [key], 'edited')
        const entry = { ...finished, id, focusSessionKey: key, plannedMs: after.phaseMs, zone: null }
        return upsertTimeEntry(db, userId, entry, now())
      })
    },
  }
}

function toRunningEntry(userId: string, state: TimerState, now: number): TimeEntry | undefined {
  const current = currentWorkPhase(state, now)
  if (current === undefined || state.subject === null) return undefined
  const { taskId, notes, tags, projectId } = state.subject
  return {
    id: current.id,
    user: userId,
    project: projectId,
    task: taskId,
    tags: [...tags],
    startTime: toIsoTime(current.startedAt),
    endTime: null,
    duration: current.durationMs,
    notes,
    isRunning: true,
    segments: state.segments.map(([start, end]) => ({ start: toIsoTime(start), end: toIsoTime(end) })),
    createdAt: toIsoTime(current.startedAt),
    updatedAt: toIsoTime(state.lastAt),
  }
}

interface WorkPhaseTimes {
  id: string
  projectId: string
  startedAt: number
  endedAt: number
  durationMs: number
}

/** The present work phase; undefined in a break, and when the timer is idle. */
function currentWorkPhase(state: TimerState, now: number): (WorkPhaseTimes & { key: string }) | undefined {
  const { runId, phase, mode, subject, segments, runningSince, entryId } = state
  const startedAt = segments[0]?.[0] ?? runningSince
  if (runId === null || mode === 'break' || subject === null || startedAt === null) return undefined
  const position = { runId, phase }
  return {
    id: entryId ?? entryIdOf(position),
    key: focusSessionKey(position),
    projectId: subject.projectId,
    startedAt,
    endedAt: runningSince === null ? segments.at(-1)![1] : now,
    durationMs: elapsedAt(state, now),
  }
}

/** One of start and end must match: a legacy client saves no pauses, so the other is shifted by them. */
function isSameFocusSession(phase: WorkPhaseTimes, finished: FinishedEntry) {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= MAX_CLOCK_SKEW_MS
  const isAtSameTime = isNear(phase.startedAt, finished.startedAt) || isNear(phase.endedAt, finished.endedAt)
  const isAsLong =
    Math.abs(phase.durationMs - finished.durationMs) <= MAX_DURATION_DIFFERENCE * finished.durationMs + 1_000
  return phase.projectId === finished.projectId && isAtSameTime && isAsLong
}

async function listSavedFocusSessions(db: Db, userId: string, { projectId, startedAt, endedAt }: FinishedEntry) {
  const rows = await db
    .selectFrom('time_entries')
    .select(['id', 'started_at', 'ended_at', 'duration_ms'])
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('focus_session_key', 'is not', null)
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
