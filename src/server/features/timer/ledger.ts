import type { Expression, Insertable, Selectable } from 'kysely'
import { type Ack, type AckCode, type Command, extentsAt, type Ledger, type Run } from '#core/timer/merge.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'

/** How the server itself may refuse a command, beside the rules of the timer. */
export type Verdict = Omit<Ack, 'code'> & { code?: AckCode | 'unknown-project' | 'too-late' }

interface OfUser {
  userId: string
}

export async function findTimer(db: Db, userId: string) {
  return (await timerOf(db, { userId }))[0]
}

const timerOf = prepared((db, { userId }: OfUser) => db.selectFrom('timers').selectAll().where('user_id', '=', userId))

const DUE_AT_ONCE = 1_000

/** Users for whom something is due by a moment, the earliest first. */
export async function findDue(db: Db, until: number) {
  const rows = await db
    .selectFrom('timers')
    .select('user_id')
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .limit(DUE_AT_ONCE)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Notes that users are connected to this server, and until when the others may count on it. */
export async function vouchFor(db: Db, userIds: string[], until: number) {
  if (userIds.length === 0) return
  await db.updateTable('timers').set({ seen_at: until }).where('user_id', 'in', userIds).execute()
}

/** Notes that a server's last connection to a user has ended. */
export async function markLeft(db: Db, userId: string, now: number) {
  await db.updateTable('timers').set({ seen_at: now }).where('user_id', '=', userId).execute()
}

/** Notes that a client is there that knows nothing of commands, and so saves its sessions itself. */
export async function markPlainClient(db: Db, userId: string, now: number) {
  const seen = { plain_seen_at: now }
  await db
    .insertInto('timers')
    .values({ user_id: userId, revision: 0, due_at: null, settled_at: 0, seen_at: now, ...seen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(seen))
    .execute()
}

/** How a timer was left: its revision, what is due, and the latest run. */
export async function findStanding(db: Db, userId: string) {
  const [row] = await standingOf(db, { userId })
  const run = row?.run ?? null
  return { revision: row?.revision ?? 0, dueAt: row?.due_at ?? null, run: run === null ? null : readRun({ run }) }
}

/** Where a command reaches: the run it is about, and the moment from which on it may change anything. */
interface Reach {
  runId?: string | undefined
  at: number
}

/**
 * The runs that a command can touch: those that go on or ended after it, and all that these overlap, back to the first
 * that stands alone. Older ones can neither change nor be told apart from what they were.
 */
export async function loadRuns(db: Db, userId: string, { runId, at }: Reach) {
  let rows = inOrder(await runsReached(db, { userId, runId: runId ?? null, at }))
  const named = rows.find((row) => row.id === runId)
  let from = Math.min(at, named?.counts_from ?? at, rows.at(-1)?.counts_from ?? at)
  for (;;) {
    const earliest = Math.min(from, ...rows.map((row) => row.counts_from))
    if (earliest === from) return { runs: rows.map(readRun), named }
    from = earliest
    rows = inOrder(await runsSince(db, { userId, from }))
  }
}

/** By their start, each once. */
function inOrder(rows: Selectable<Schema['timer_runs']>[]) {
  const distinct = new Map(rows.map((row) => [row.id, row]))
  return [...distinct.values()].toSorted((a, b) => a.started_at - b.started_at || (a.id < b.id ? -1 : 1))
}

const runsOf = (db: Db, userId: string) => db.selectFrom('timer_runs').where('user_id', '=', userId)

const latestOf = (db: Db, userId: string) =>
  runsOf(db, userId).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1)

const standingOf = prepared((db, { userId }: OfUser) =>
  db
    .selectFrom('timers')
    .select(['revision', 'due_at', latestOf(db, userId).select('run').$asScalar().as('run')])
    .where('user_id', '=', userId),
)

// Each kind is looked for by itself: with `or` between them SQLite would go through all runs that there ever were.
const openRuns = (db: Db, userId: string) => runsOf(db, userId).selectAll().where('ended_at', 'is', null)

const endedSince = (db: Db, userId: string, from: number | Expression<number | null>) =>
  runsOf(db, userId).selectAll().where('ended_at', '>=', from)

const runsSince = prepared((db, { userId, from }: OfUser & { from: number }) =>
  openRuns(db, userId).unionAll(endedSince(db, userId, from)),
)

/** The runs since a moment, and since the start of the latest and of the one that is named. */
const runsReached = prepared((db, { userId, runId, at }: OfUser & { runId: string | null; at: number }) => {
  const start = runsOf(db, userId)
    .select((row) => row.fn.min('counts_from').as('from'))
    .where((row) => row('id', 'in', [row.val(runId), latestOf(db, userId).select('id').$asScalar()]))
  return openRuns(db, userId)
    .unionAll(endedSince(db, userId, at))
    .unionAll(endedSince(db, userId, start.$asScalar()))
})

const readRun = ({ run }: { run: string }) => JSON.parse(run) as Run

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

/** When a timer was looked at, and what is due. */
export const saveTimer = prepared((db, row: Omit<Insertable<Schema['timers']>, 'plain_seen_at'>) => {
  const { user_id: _, ...changed } = row
  return db
    .insertInto('timers')
    .values({ ...row, plain_seen_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
})

/** The verdict on a command, if it was taken in before, and how far its device has been heard. */
export async function findHeard(db: Db, userId: string, { id, device }: Pick<Command, 'id' | 'device'>) {
  const [row] = await heardOf(db, { userId, id, device })
  const { last, is_accepted, code } = row!
  const verdict: Verdict = { id, isAccepted: is_accepted === 1, ...(code !== null && { code: code as AckCode }) }
  return { verdict: is_accepted === null ? undefined : verdict, last: last ?? 0 }
}

const heardOf = prepared((db, { userId, id, device }: OfUser & Pick<Command, 'id' | 'device'>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('timer_commands')
        .select((row) => row.fn.max<number | null>('sequence').as('last'))
        .where('user_id', '=', userId)
        .where('device', '=', device)
        .as('heard'),
    )
    .leftJoin('timer_commands as known', (on) => on.on('known.user_id', '=', userId).on('known.id', '=', id))
    .select(['heard.last', 'known.is_accepted', 'known.code']),
)

export async function recordVerdict(db: Db, userId: string, command: Command, verdict: Verdict & { at: number }) {
  await insertCommand(db, {
    user_id: userId,
    id: command.id,
    device: command.device,
    sequence: command.sequence,
    is_accepted: verdict.isAccepted ? 1 : 0,
    code: verdict.code ?? null,
    received_at: verdict.at,
  })
}

const insertCommand = prepared((db, row: Insertable<Schema['timer_commands']>) =>
  db.insertInto('timer_commands').values(row),
)
