import type { Insertable } from 'kysely'
import { byEndDescending, type ChangeScope, countAffectedRuns } from '#core/timer/affected-runs.ts'
import type { Run, TimerHistory } from '#core/timer/history.ts'
import { type RunExtent, runExtentsAt } from '#core/timer/run-extents.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'
import { findEntryValues } from '#server/features/time-entries/queries.ts'

/** A history, replayed up to a moment. */
export interface HistoryAt {
  history: TimerHistory
  at: number
}

interface RunRow extends RunExtent {
  id: string
  run: string
  created_at: number
}

/** The timer as it was last saved: its revision, when the next event is due, and the latest run. */
export async function findSnapshot(db: Db, userId: string) {
  const [row] = await selectSnapshot(db, { userId })
  const run = row?.run ?? null
  return { revision: row?.revision ?? 0, dueAt: row?.due_at ?? null, run: run === null ? null : parseRun({ run }) }
}

export async function listRuns(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectRuns(db, userId)
    .where(isOneOf(db, 'id', [...new Set(ids)]))
    .execute()
  return rows.map(parseRun)
}

/** About seven hundred runs. */
const MAX_LOADED_CHARS = 524_288

/**
 * Loads the runs that a change can affect, and the latest, in the order of their start. `isComplete` is false if there
 * are more than a user makes in months: loading all of them would block the server for other users.
 */
export async function loadAffectedRuns(db: Db, userId: string, { runId, from, entryId }: ChangeScope) {
  const rows = distinctByStart(await listRecentRuns(db, { userId, runId: runId ?? null }))
  const targetRun = rows.find(({ id }) => id === runId)
  const openOrTarget = [...rows.filter(({ endedAt }) => endedAt === null), ...(targetRun ? [targetRun] : [])]
  const entry = entryId === undefined ? undefined : await findEntryValues(db, userId, entryId)
  const earliest = Math.min(from, entry?.startedAt ?? from, ...openOrTarget.map(({ countsFrom }) => countsFrom))
  // The list must have no gaps, so it leaves out the target or the latest run if that ended earlier than the others.
  const lastEnded = rows
    .filter(({ endedAt }) => endedAt !== null)
    .toSorted((a, b) => byEndDescending(a, b) || (a.id < b.id ? 1 : -1))
    .slice(0, RECENT_ENDED_RUNS)
  const ended = await loadEndedSince(db, userId, lastEnded, earliest)
  const affected = distinctByStart([...openOrTarget, ...rows.slice(-1), ...ended])
  return { runs: affected.map(parseRun), targetRun, isComplete: countChars(affected) <= MAX_LOADED_CHARS }
}

/** Loads the ended runs that a change from a moment on can affect, page by page back in time. */
async function loadEndedSince(db: Db, userId: string, last: readonly RunRow[], from: number) {
  let ended = last
  for (;;) {
    const count = countAffectedRuns(ended, from)
    if (count < ended.length || countChars(ended) > MAX_LOADED_CHARS) return ended.slice(0, count)
    const more = await listEndedRuns(db, { userId, offset: ended.length })
    if (more.length === 0) return ended
    ended = [...ended, ...more]
  }
}

/** Each run once, in order of the starts. */
function distinctByStart(rows: readonly RunRow[]) {
  const distinct = new Map(rows.map((row) => [row.id, row]))
  return [...distinct.values()].toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}

const countChars = (rows: readonly RunRow[]) => rows.reduce((sum, { run }) => sum + run.length, 0)

const parseRun = ({ run }: { run: string }) => JSON.parse(run) as Run

const selectRuns = (db: Db, userId: string) =>
  db
    .selectFrom('timer_runs')
    .select(['id', 'run', 'created_at', 'started_at as startedAt', 'counts_from as countsFrom', 'ended_at as endedAt'])
    .where('user_id', '=', userId)

const selectLatestRun = (db: Db, userId: string) =>
  selectRuns(db, userId).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1)

const selectSnapshot = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('timers')
    .select(['revision', 'due_at', selectLatestRun(db, userId).clearSelect().select('run').$asScalar().as('run')])
    .where('user_id', '=', userId),
)

const selectEndedRuns = (db: Db, userId: string) =>
  selectRuns(db, userId)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')

const RECENT_ENDED_RUNS = 8
/** The open, the target, the latest and the last ended runs. A union, because SQLite scans all runs for an `or`. */
const listRecentRuns = compileOnce((db, { userId, runId }: { userId: string; runId: string | null }) =>
  selectRuns(db, userId)
    .where('ended_at', 'is', null)
    .unionAll(selectRuns(db, userId).where('id', '=', runId))
    .unionAll(db.selectFrom(selectLatestRun(db, userId).as('latest')).selectAll())
    .unionAll(db.selectFrom(selectEndedRuns(db, userId).limit(RECENT_ENDED_RUNS).as('ended')).selectAll()),
)

const ENDED_RUNS_PAGE_SIZE = 64
const listEndedRuns = compileOnce((db, { userId, offset }: { userId: string; offset: number }) =>
  selectEndedRuns(db, userId).limit(ENDED_RUNS_PAGE_SIZE).offset(offset),
)

/** Writes the runs whose log or extent has changed. */
export async function saveRuns(db: Db, userId: string, before: HistoryAt, after: HistoryAt) {
  const known = new Set(runExtentsAt(before.history, before.at).map((extent) => JSON.stringify(extent)))
  const changed = runExtentsAt(after.history, after.at).filter((extent) => !known.has(JSON.stringify(extent)))
  for (const { run, startedAt, countsFrom, endedAt } of changed) {
    const times = { started_at: startedAt, counts_from: countsFrom, ended_at: endedAt, created_at: after.at }
    await upsertRun(db, { user_id: userId, id: run.id, run: JSON.stringify(run), ...times })
  }
}

const upsertRun = compileOnce((db, row: Insertable<Schema['timer_runs']>) => {
  const { started_at, counts_from, ended_at, run } = row
  const changed = { started_at, counts_from, ended_at, run }
  return db
    .insertInto('timer_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changed))
})
