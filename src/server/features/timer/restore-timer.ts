import { EMPTY_HISTORY, startEventOf } from '#core/timer/history.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { runExtentsAt } from '#core/timer/run-extents.ts'
import { deadlineOf, IDLE } from '#core/timer/state.ts'
import type { Db } from '#server/db/connect.ts'
import { loadTimer, saveTimer, type TimerChange, type TimerContext, toSnapshot } from './apply-command.ts'
import { type ArchivedTimer, findTimer, upsertTimer } from './queries.ts'
import { upsertRun } from './run-queries.ts'

/**
 * What becomes of the run that is not over. `none`: there is none. `restored`: it goes on. `known`: the account has this
 * run. `left`: the account has used its timer since, and no moment may count twice.
 */
type TimerOutcome = 'none' | 'restored' | 'known' | 'left'

async function planTimerRestore(db: Db, userId: string, archived: ArchivedTimer): Promise<TimerOutcome> {
  if (archived.openRun === undefined) return 'none'
  const { run, countsFrom } = archived.openRun
  const runs = db.selectFrom('timer_runs').select('id').where('user_id', '=', userId).limit(1)
  if (await runs.where('id', '=', run.id).executeTakeFirst()) return 'known'
  const { at } = startEventOf(run)
  const later = runs.where((row) =>
    row.or([
      row('ended_at', 'is', null),
      // Earlier runs of the same history may overlap with it, as they did before.
      archived.hasHistory ? row('started_at', '>=', at) : row('ended_at', '>', countsFrom),
    ]),
  )
  return (await later.executeTakeFirst()) ? 'left' : 'restored'
}

type TimerRestore = Partial<TimerChange> & { outcome: TimerOutcome }

type ChangeTimer = (
  userId: string,
  work: (db: Db, context: TimerContext) => Promise<TimerRestore>,
) => Promise<TimerRestore>

/** Restores the timers of archives. */
export const createTimerRestorer = (db: Db, changeTimer: ChangeTimer) => ({
  previewRestore: (userId: string, archived: ArchivedTimer) => planTimerRestore(db, userId, archived),
  /** The ended runs of the archive must be there already. */
  restore: async (userId: string, archived: ArchivedTimer) =>
    (await changeTimer(userId, (db, context) => restoreTimer(db, context, archived))).outcome,
})

async function restoreTimer(db: Db, context: TimerContext, archived: ArchivedTimer): Promise<TimerRestore> {
  const outcome = await planTimerRestore(db, context.userId, archived)
  const present = await findTimer(db, context.userId)
  if (outcome === 'restored') {
    await insertOpenRun(db, context, archived)
    return { outcome, ...(await startTimer(db, context, { ...archived, revision: nextRevision(archived, present) })) }
  }
  // The timer of an account that has used it stays as it is.
  if (present === undefined && archived.hasHistory) await writeTimer(db, context, { ...archived, dueAt: null })
  return { outcome }
}

/** Clients ignore a snapshot whose revision is not higher than the last. */
const nextRevision = ({ revision }: ArchivedTimer, present: { revision: number } | undefined) =>
  Math.max(revision, present === undefined ? 0 : present.revision + 1)

/** Goes on with the open run, and ends what was due meanwhile. */
async function startTimer(db: Db, context: TimerContext, archived: ArchivedTimer): Promise<TimerChange> {
  const { userId, now } = context
  const { revision, savedUntil, openRun } = archived
  const history = { ...EMPTY_HISTORY, revision, runs: [openRun!.run] }
  const dueAt = deadlineOf(timerStateAt(history, savedUntil))
  await writeTimer(db, context, { ...archived, dueAt })
  // The user was absent since the archive was made, whatever is connected now: the next work phase waits.
  if (dueAt !== null && dueAt <= now) {
    const absent = await loadTimer(db, { ...context, connectedUntil: null }, { at: now })
    return { ...(await saveTimer(db, absent)), before: IDLE, hasChanged: true }
  }
  const after = timerStateAt(history, now)
  return { userId, before: IDLE, after, snapshot: toSnapshot(history, now), hasChanged: true, wasUserPresent: true }
}

const writeTimer = (db: Db, { userId, now }: TimerContext, timer: ArchivedTimer & { dueAt: number | null }) =>
  upsertTimer(db, {
    user_id: userId,
    revision: timer.revision,
    due_at: timer.dueAt,
    saved_until: Math.min(timer.savedUntil, now),
    seen_at: Math.min(timer.seenAt, now),
  })

async function insertOpenRun(db: Db, { userId }: TimerContext, { openRun, savedUntil, hasHistory }: ArchivedTimer) {
  const { run, createdAt, ...archived } = openRun!
  // Without the earlier runs it may count from a later time.
  const [extent] = hasHistory ? [] : runExtentsAt({ ...EMPTY_HISTORY, runs: [run] }, savedUntil)
  const countsFrom = extent?.countsFrom ?? archived.countsFrom
  await upsertRun(db, {
    user_id: userId,
    id: run.id,
    started_at: startEventOf(run).at,
    counts_from: countsFrom,
    ended_at: null,
    run: JSON.stringify(run),
    created_at: createdAt,
  })
}
