import { type Insertable, sql } from 'kysely'
import type { FocusSession } from '#core/timer/focus-sessions.ts'
import type { Run, TimerHistory } from '#core/timer/history.ts'
import { runExtentsAt } from '#core/timer/run-extents.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'

/** A history, replayed up to a moment. */
export interface HistoryAt {
  history: TimerHistory
  at: number
}

export interface HistoryWithSessions extends HistoryAt {
  focusSessions: readonly FocusSession[]
}

/** The timer as it was last saved: its revision, when the next event is due, and the latest run. */
export async function findSnapshot(db: Db, userId: string) {
  const [row] = await selectSnapshot(db, { userId })
  return row === undefined ? NO_TIMER : toSavedTimer(row)
}

/** The timers of several users; a user without a timer is left out. */
export async function listSnapshots(db: Db, userIds: string[]) {
  const rows = await db
    .selectFrom('timers')
    .select((timer) => [
      'user_id',
      'revision',
      'due_at',
      timer
        .selectFrom('timer_runs')
        .select('timer_runs.run')
        .whereRef('timer_runs.user_id', '=', 'timers.user_id')
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('run'),
    ])
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
  return new Map(rows.map((row) => [row.user_id, toSavedTimer(row)]))
}

export const NO_TIMER = { revision: 0, dueAt: null, run: null } satisfies ReturnType<typeof toSavedTimer>

function toSavedTimer({ revision, due_at, run }: { revision: number; due_at: number | null; run: string | null }) {
  return { revision, dueAt: due_at, run: run === null ? null : parseRun({ run }) }
}

export async function listRuns(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectRuns(db, userId)
    .select('run')
    .where(isOneOf(db, 'id', [...new Set(ids)]))
    .execute()
  return rows.map(parseRun)
}

export const parseRun = ({ run }: { run: string }) => JSON.parse(run) as Run

const selectRuns = (db: Db, userId: string) => db.selectFrom('timer_runs').where('user_id', '=', userId)

export const selectLatestRun = (db: Db, userId: string) =>
  selectRuns(db, userId).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1)

const selectSnapshot = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('timers')
    .select(['revision', 'due_at', selectLatestRun(db, userId).select('run').$asScalar().as('run')])
    .where('user_id', '=', userId),
)

/** Writes the runs whose log or extent has changed, and deletes those that are gone. Returns how many. */
export async function saveRuns(db: Db, userId: string, before: HistoryWithSessions, after: HistoryWithSessions) {
  const known = new Map(extentsOf(before).map((extent) => [extent.run.id, extent]))
  const changed = extentsOf(after).filter((extent) => !isSameExtent(extent, known.get(extent.run.id)))
  for (const { run, startedAt, countsFrom, endedAt } of changed) {
    const times = { started_at: startedAt, counts_from: countsFrom, ended_at: endedAt, created_at: after.at }
    await upsertRun(db, { user_id: userId, id: run.id, run: JSON.stringify(run), ...times })
  }
  const left = new Set(after.history.runs.map(({ id }) => id))
  const gone = before.history.runs.filter(({ id }) => !left.has(id))
  for (const { id } of gone) await deleteRun(db, { userId, id })
  return changed.length + gone.length
}

const extentsOf = ({ history, at, focusSessions }: HistoryWithSessions) => runExtentsAt(history, at, focusSessions)

type ExtentOfRun = ReturnType<typeof runExtentsAt>[number]

const isSameExtent = (a: ExtentOfRun, b: ExtentOfRun | undefined) =>
  b !== undefined &&
  a.startedAt === b.startedAt &&
  a.countsFrom === b.countsFrom &&
  a.endedAt === b.endedAt &&
  a.run.log === b.run.log &&
  a.run.kept === b.run.kept &&
  a.run.heldAt === b.run.heldAt

const deleteRun = compileOnce((db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('timer_runs').where('user_id', '=', userId).where('id', '=', id),
)

export const upsertRun = compileOnce((db, row: Insertable<Schema['timer_runs']>) => {
  const { started_at, ended_at, run } = row
  return db
    .insertInto('timer_runs')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({
        started_at,
        // Only earlier: the run's entry may vanish and come back, and the other runs of the entry must be found then.
        counts_from: sql<number>`case when excluded.counts_from < timer_runs.counts_from
          then excluded.counts_from else timer_runs.counts_from end`,
        ended_at,
        run,
      }),
    )
})
