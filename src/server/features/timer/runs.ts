import type { Insertable } from 'kysely'
import { type Extent, extentsAt, type Ledger, type Run } from '#core/timer/merge.ts'
import { byEnd, countReached, type Reach } from '#core/timer/reach.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { findEntryValues } from '#server/features/time-entries/queries.ts'

interface OfUser {
  userId: string
}

interface KeptRun extends Extent {
  id: string
  run: string
  created_at: number
}

/** How a timer was left: its revision, what is due, and the latest run. */
export async function findStanding(db: Db, userId: string) {
  const [row] = await standingOf(db, { userId })
  const run = row?.run ?? null
  return { revision: row?.revision ?? 0, dueAt: row?.due_at ?? null, run: run === null ? null : readRun({ run }) }
}

/** Characters of the runs that are opened at once: of some seven hundred. */
const MOST_OPENED = 524_288

/**
 * The runs that something reaches, and the latest, in their order. All others are neither changed by it nor needed to
 * know what is. `areAll` is false where there are more than anybody makes in months: nobody is to make others wait.
 */
export async function loadRuns(db: Db, userId: string, { runId, from, entryId }: Reach) {
  const rows = inOrder(await runsAtHand(db, { userId, runId: runId ?? null }))
  const named = rows.find(({ id }) => id === runId)
  const standing = [...rows.filter(({ endedAt }) => endedAt === null), ...(named ? [named] : [])]
  const entry = entryId === undefined ? undefined : await findEntryValues(db, userId, entryId)
  const earliest = Math.min(from, entry?.startedAt ?? from, ...standing.map(({ countsFrom }) => countsFrom))
  // Others that have ended did so before these.
  const lastEnded = rows
    .filter(({ endedAt }) => endedAt !== null)
    .toSorted((a, b) => byEnd(a, b) || (a.id < b.id ? 1 : -1))
    .slice(0, AT_HAND)
  const ended = await endedSince(db, userId, lastEnded, earliest)
  const reached = inOrder([...standing, ...rows.slice(-1), ...ended])
  return { runs: reached.map(readRun), named, areAll: sizeOf(reached) <= MOST_OPENED }
}

/** Of the runs that have ended those that are reached from a moment on, looked for further and further back. */
async function endedSince(db: Db, userId: string, last: readonly KeptRun[], from: number) {
  let ended = last
  for (;;) {
    const count = countReached(ended, from)
    if (count < ended.length || sizeOf(ended) > MOST_OPENED) return ended.slice(0, count)
    const more = await endedRuns(db, { userId, offset: ended.length })
    if (more.length === 0) return ended
    ended = [...ended, ...more]
  }
}

/** By their start, each once. */
function inOrder(rows: readonly KeptRun[]) {
  const distinct = new Map(rows.map((row) => [row.id, row]))
  return [...distinct.values()].toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
}

const sizeOf = (rows: readonly KeptRun[]) => rows.reduce((sum, { run }) => sum + run.length, 0)

const readRun = ({ run }: { run: string }) => JSON.parse(run) as Run

const runsOf = (db: Db, userId: string) =>
  db
    .selectFrom('timer_runs')
    .select(['id', 'run', 'created_at', 'started_at as startedAt', 'counts_from as countsFrom', 'ended_at as endedAt'])
    .where('user_id', '=', userId)

const latestOf = (db: Db, userId: string) =>
  runsOf(db, userId).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1)

const standingOf = prepared((db, { userId }: OfUser) =>
  db
    .selectFrom('timers')
    .select(['revision', 'due_at', latestOf(db, userId).clearSelect().select('run').$asScalar().as('run')])
    .where('user_id', '=', userId),
)

const lastEndedOf = (db: Db, userId: string) =>
  runsOf(db, userId)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')

const AT_HAND = 8
/** Each kind is looked for by itself: with `or` between them SQLite would go through all runs that there ever were. */
const runsAtHand = prepared((db, { userId, runId }: OfUser & { runId: string | null }) =>
  runsOf(db, userId)
    .where('ended_at', 'is', null)
    .unionAll(runsOf(db, userId).where('id', '=', runId))
    .unionAll(db.selectFrom(latestOf(db, userId).as('latest')).selectAll())
    .unionAll(db.selectFrom(lastEndedOf(db, userId).limit(AT_HAND).as('ended')).selectAll()),
)

const FURTHER = 64
const endedRuns = prepared((db, { userId, offset }: OfUser & { offset: number }) =>
  lastEndedOf(db, userId).limit(FURTHER).offset(offset),
)

/** Writes the runs that have changed, or reach further than they did. */
export async function saveRuns(db: Db, userId: string, before: { ledger: Ledger; at: number }, after: typeof before) {
  const known = new Set(extentsAt(before.ledger, before.at).map((extent) => JSON.stringify(extent)))
  const changed = extentsAt(after.ledger, after.at).filter((extent) => !known.has(JSON.stringify(extent)))
  for (const { run, startedAt, countsFrom, endedAt } of changed) {
    const times = { started_at: startedAt, counts_from: countsFrom, ended_at: endedAt, created_at: after.at }
    await saveRun(db, { user_id: userId, id: run.id, run: JSON.stringify(run), ...times })
  }
}

const saveRun = prepared((db, row: Insertable<Schema['timer_runs']>) => {
  const { started_at, counts_from, ended_at, run } = row
  const changed = { started_at, counts_from, ended_at, run }
  return db
    .insertInto('timer_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changed))
})
