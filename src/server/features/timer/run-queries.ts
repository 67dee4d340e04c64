import type { Insertable } from 'kysely'
import type { Run, TimerHistory } from '#core/timer/history.ts'
import { type RunExtent, runExtentsAt } from '#core/timer/run-extents.ts'
import { byEndDescending, countAffectedRuns, type ChangeScope } from '#core/timer/affected-runs.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { findEntryValues } from '#server/features/time-entries/queries.ts'

interface UserKey {
  userId: string
}

interface RunRow extends RunExtent {
  id: string
  run: string
  created_at: number
}

/** How a timer was left: its revision, what is due, and the latest run. */
export async function findSnapshot(db: Db, userId: string) {
  const [row] = await selectSnapshot(db, { userId })
  const run = row?.run ?? null
  return { revision: row?.revision ?? 0, dueAt: row?.due_at ?? null, run: run === null ? null : parseRun({ run }) }
}

/** Characters of the runs that are opened at once: of some seven hundred. */
const MAX_LOADED_CHARS = 524_288

/**
 * The runs that something reaches, and the latest, in their order. All others are neither changed by it nor needed to
 * know what is. `areAll` is false where there are more than anybody makes in months: nobody is to make others wait.
 */
export async function loadAffectedRuns(db: Db, userId: string, { runId, from, entryId }: ChangeScope) {
  const rows = distinctByStart(await listRecentRuns(db, { userId, runId: runId ?? null }))
  const named = rows.find(({ id }) => id === runId)
  const standing = [...rows.filter(({ endedAt }) => endedAt === null), ...(named ? [named] : [])]
  const entry = entryId === undefined ? undefined : await findEntryValues(db, userId, entryId)
  const earliest = Math.min(from, entry?.startedAt ?? from, ...standing.map(({ countsFrom }) => countsFrom))
  // Others that have ended did so before these.
  const lastEnded = rows
    .filter(({ endedAt }) => endedAt !== null)
    .toSorted((a, b) => byEndDescending(a, b) || (a.id < b.id ? 1 : -1))
    .slice(0, RECENT_ENDED_RUNS)
  const ended = await loadEndedSince(db, userId, lastEnded, earliest)
  const reached = distinctByStart([...standing, ...rows.slice(-1), ...ended])
  return { runs: reached.map(parseRun), named, areAll: countChars(reached) <= MAX_LOADED_CHARS }
}

/** Of the runs that have ended those that are reached from a moment on, looked for further and further back. */
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

/** By their start, each once. */
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

const selectSnapshot = prepared((db, { userId }: UserKey) =>
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
/** Each kind is looked for by itself: with `or` between them SQLite would go through all runs that there ever were. */
const listRecentRuns = prepared((db, { userId, runId }: UserKey & { runId: string | null }) =>
  selectRuns(db, userId)
    .where('ended_at', 'is', null)
    .unionAll(selectRuns(db, userId).where('id', '=', runId))
    .unionAll(db.selectFrom(selectLatestRun(db, userId).as('latest')).selectAll())
    .unionAll(db.selectFrom(selectEndedRuns(db, userId).limit(RECENT_ENDED_RUNS).as('ended')).selectAll()),
)

const ENDED_RUNS_PAGE_SIZE = 64
const listEndedRuns = prepared((db, { userId, offset }: UserKey & { offset: number }) =>
  selectEndedRuns(db, userId).limit(ENDED_RUNS_PAGE_SIZE).offset(offset),
)

/** Writes the runs that have changed, or reach further than they did. */
export async function saveRuns(
  db: Db,
  userId: string,
  before: { ledger: TimerHistory; at: number },
  after: typeof before,
) {
  const known = new Set(runExtentsAt(before.ledger, before.at).map((extent) => JSON.stringify(extent)))
  const changed = runExtentsAt(after.ledger, after.at).filter((extent) => !known.has(JSON.stringify(extent)))
  for (const { run, startedAt, countsFrom, endedAt } of changed) {
    const times = { started_at: startedAt, counts_from: countsFrom, ended_at: endedAt, created_at: after.at }
    await upsertRun(db, { user_id: userId, id: run.id, run: JSON.stringify(run), ...times })
  }
}

const upsertRun = prepared((db, row: Insertable<Schema['timer_runs']>) => {
  const { started_at, counts_from, ended_at, run } = row
  const changed = { started_at, counts_from, ended_at, run }
  return db
    .insertInto('timer_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changed))
})
