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

export async function planTimerRestore(db: Db, userId: string, archived: ArchivedTimer): Promise<TimerOutcome> {
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

/** Restores the timer of an archive. Its ended runs must be there already. */
export async function restoreTimer(
  db: Db,
  context: TimerContext,
  archived: ArchivedTimer,
): Promise<Partial<TimerChange> & { outcome: TimerOutcome }> {
  const { userId, now } = context
  const outcome = await planTimerRestore(db, userId, archived)
  const present = await findTimer(db, userId)
  const isRestored = outcome === 'restored'
  if (!isRestored && (present !== undefined || !archived.hasHistory)) return { outcome }
  const { openRun, revision, savedUntil, seenAt } = archived
  const run = isRestored ? openRun?.run : undefined
  const history = { ...EMPTY_HISTORY, revision: Math.max(revision, present === undefined ? 0 : present.revision + 1) }
  const after = { ...history, runs: run === undefined ? [] : [run] }
  if (run !== undefined) await insertOpenRun(db, context, archived)
  const dueAt = deadlineOf(timerStateAt(after, savedUntil))
  await upsertTimer(db, {
    user_id: userId,
    revision: after.revision,
    due_at: dueAt,
    saved_until: Math.min(savedUntil, now),
    seen_at: Math.min(seenAt, now),
  })
  const state = timerStateAt(after, now)
  const change = { userId, before: IDLE, after: state, snapshot: toSnapshot(after, now), wasUserPresent: true }
  if (dueAt === null || dueAt > now) return { outcome, ...change, hasChanged: isRestored }
  // The user was absent since the archive was made, whatever is connected now: the next work phase waits.
  const advanced = await saveTimer(db, await loadTimer(db, { ...context, connectedUntil: null }, { at: now }))
  return { outcome, ...advanced, before: IDLE, hasChanged: true }
}

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
