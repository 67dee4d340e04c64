import type { TimeEntry } from '#contract/time-entries.ts'
import { entryIdOf } from '#core/timer/focus-sessions.ts'
import { elapsedAt, IDLE, type Subject, type TimerState } from '#core/timer/state.ts'
import type { StartEvent } from '#core/timer/transition.ts'
import type { Db } from '#server/db/connect.ts'
import { newId, toIsoTime } from '#server/db/values.ts'
import { Refusal } from '#server/errors.ts'
import { findTimeEntry } from '#server/features/time-entries/queries.ts'
import { type FinishedEntry, matchLegacySave } from './legacy/match-save.ts'
import { stateFromSnapshot } from './legacy/state-messages.ts'
import type { Timer } from './timer.ts'

interface EntryDraft extends Subject {
  id?: string | undefined
  startedAt?: number | undefined
}

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

    /** Stops the timer and returns its entry; undefined if no entry was running. Refuses to save less than a second. */
    async stop(userId: string, { save }: { save: boolean }): Promise<TimeEntry | undefined> {
      const entry = await find(userId)
      if (entry === undefined) return undefined
      await timer.applyEvent(userId, ({ runId, phase }, at) =>
        runId === null ? undefined : { type: 'stop', at, runId, phase, save },
      )
      if (!save) return { ...entry, endTime: toIsoTime(now()), isRunning: false }
      const saved = await findTimeEntry(db, userId, entry.id)
      if (saved === undefined) throw new Refusal('conflict', 'tooShortToSave')
      return saved
    },

    matchLegacySave: (userId: string, finished: FinishedEntry) => matchLegacySave({ db, now, timer }, userId, finished),
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

/** The present work phase; undefined in a break, and when the timer is idle. */
function currentWorkPhase(state: TimerState, now: number) {
  const { runId, phase, mode, subject, segments, runningSince, entryId } = state
  const startedAt = segments[0]?.[0] ?? runningSince
  if (runId === null || mode === 'break' || subject === null || startedAt === null) return undefined
  return { id: entryId ?? entryIdOf({ runId, phase }), startedAt, durationMs: elapsedAt(state, now) }
}
