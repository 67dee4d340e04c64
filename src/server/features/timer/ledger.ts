import type { Insertable } from 'kysely'
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

export async function findLatestRun(db: Db, userId: string): Promise<Run | null> {
  const [row] = await latestRun(db, { userId })
  return row === undefined ? null : readRun(row)
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
  const [named] = runId === undefined ? [] : await runOf(db, { userId, runId })
  const [latest] = await latestRun(db, { userId })
  let from = Math.min(at, named?.counts_from ?? at, latest?.counts_from ?? at)
  for (;;) {
    const rows = await runsSince(db, { userId, from })
    const earliest = Math.min(from, ...rows.map((row) => row.counts_from))
    if (earliest === from) return { runs: rows.map(readRun), named }
    from = earliest
  }
}

const userRuns = (db: Db, userId: string) => db.selectFrom('timer_runs').selectAll().where('user_id', '=', userId)

const runOf = prepared((db, { userId, runId }: OfUser & { runId: string }) =>
  userRuns(db, userId).where('id', '=', runId),
)

const latestRun = prepared((db, { userId }: OfUser) =>
  userRuns(db, userId).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1),
)

const runsSince = prepared((db, { userId, from }: OfUser & { from: number }) =>
  userRuns(db, userId)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>=', from)]))
    .orderBy('started_at')
    .orderBy('id'),
)

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

/** The verdict on a command that was taken in before. */
export async function findVerdict(db: Db, userId: string, id: string): Promise<Verdict | undefined> {
  const [row] = await verdictOn(db, { userId, id })
  return row && { id, isAccepted: row.is_accepted === 1, ...(row.code !== null && { code: row.code as AckCode }) }
}

const verdictOn = prepared((db, { userId, id }: OfUser & { id: string }) =>
  db.selectFrom('timer_commands').select(['is_accepted', 'code']).where('user_id', '=', userId).where('id', '=', id),
)

/** How far a device has been heard. */
export async function lastSequenceOf(db: Db, userId: string, device: string) {
  const [row] = await lastHeard(db, { userId, device })
  return row?.sequence ?? 0
}

const lastHeard = prepared((db, { userId, device }: OfUser & { device: string }) =>
  db
    .selectFrom('timer_commands')
    .select('sequence')
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .orderBy('sequence', 'desc')
    .limit(1),
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
