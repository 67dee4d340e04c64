import type { Insertable } from 'kysely'
import type { Ack, AckCode, Command } from '#core/timer/command.ts'
import type { Run } from '#core/timer/history.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, isPostgres } from '#server/db/engine-sql.ts'
import type { Schema } from '#server/db/schema.ts'

/** The core's acknowledgement, with the codes that only the server can give. */
export type CommandAck = Omit<Ack, 'code'> & { code?: AckCode | 'unknown-project' | 'too-late' | 'too-long' }

/** The timer of another account, which an archive brings. */
export interface ArchivedTimer {
  revision: number
  savedUntil: number
  seenAt: number
  /** The run that is not over. */
  openRun: { run: Run; countsFrom: number; createdAt: number } | undefined
  /** Whether all other runs of the archive are in the account, and none of its own. */
  hasHistory: boolean
}

export async function findTimer(db: Db, userId: string) {
  return (await selectTimer(db, { userId }))[0]
}

const selectTimer = compileOnce((db, { userId }: { userId: string }) =>
  db.selectFrom('timers').selectAll().where('user_id', '=', userId),
)

/** When the next phases of users are due. */
export async function listDueTimes(db: Db, userIds: string[]) {
  const rows = await db
    .selectFrom('timers')
    .select(['user_id', 'due_at'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
  return new Map(rows.map(({ user_id, due_at }) => [user_id, due_at]))
}

/** Those of the users whose timers were saved since a moment. */
export async function listChangedUserIds(db: Db, userIds: string[], since: number) {
  const rows = await db
    .selectFrom('timers')
    .select('user_id')
    .where(isOneOf(db, 'user_id', userIds))
    .where('saved_until', '>=', since)
    .execute()
  return rows.map((row) => row.user_id)
}

const MAX_DUE_USERS = 1_000
/** Few, so that servers share the phases that are due at the same time. */
const MAX_CLAIMED_USERS = 32
/** If the server that has claimed a timer stops, another one takes it over after this time. */
const CLAIM_MS = 5_000

const selectDue = (db: Db, until: number) =>
  db.selectFrom('timers').select('user_id').where('due_at', '<=', until).orderBy('due_at')

/**
 * Some users whose phase is due, the earliest first. On PostgreSQL they are claimed, so that no other server takes them
 * too. Two servers may still do the same work if one is slow: that changes nothing.
 */
export async function claimDueUsers(db: Db, now: number) {
  if (!isPostgres(db)) return toUserIds(await selectDue(db, now).limit(MAX_DUE_USERS).execute())
  const due = selectDue(db, now)
    .where((timer) => timer.or([timer('claimed_until', 'is', null), timer('claimed_until', '<=', now)]))
    .limit(MAX_CLAIMED_USERS)
  const claimed = await db
    .updateTable('timers')
    .set({ claimed_until: now + CLAIM_MS })
    .where('user_id', 'in', due.forUpdate().skipLocked())
    .returning('user_id')
    .execute()
  return toUserIds(claimed)
}

const toUserIds = (rows: { user_id: string }[]) => rows.map((row) => row.user_id)

const MAX_PRESENT_USERS = 10_000

/** Users whose phase is due by a moment, and who are not recorded as present at that time yet. */
export async function listDueUnseenUsers(db: Db, until: number) {
  const due = selectDue(db, until).whereRef('seen_at', '<', 'due_at')
  return toUserIds(await due.limit(MAX_PRESENT_USERS).execute())
}

/** Records for all servers that users are connected to this one, at least until a moment. */
export async function extendPresence(db: Db, userIds: string[], until: number) {
  if (userIds.length === 0) return
  await db
    .updateTable('timers')
    .set({ seen_at: until })
    .where('user_id', 'in', selectInLockOrder(db, userIds))
    .execute()
}

/** Records that the last connections of users to this server have ended. Without a due phase nobody asks for it. */
export async function recordDisconnects(db: Db, userIds: string[], now: number): Promise<Map<string, void>> {
  await db
    .updateTable('timers')
    .set({ seen_at: now })
    .where('user_id', 'in', selectInLockOrder(db, userIds).where('due_at', 'is not', null))
    .execute()
  return new Map()
}

/** Statements that change many rows lock them in one order, else two of them could wait for each other. */
function selectInLockOrder(db: Db, userIds: string[]) {
  const timers = db
    .selectFrom('timers')
    .select('user_id')
    .where(isOneOf(db, 'user_id', userIds))
    .orderBy('user_id')
  return isPostgres(db) ? timers.forUpdate() : timers
}

const NEW_TIMER = { revision: 0, due_at: null, saved_until: 0, claimed_until: null }

/** Records that a legacy client is connected, which saves its focus sessions itself. */
export async function recordLegacyClient(db: Db, userId: string, now: number) {
  const seen = { legacy_seen_at: now }
  await db
    .insertInto('timers')
    .values({ ...NEW_TIMER, user_id: userId, seen_at: now, ...seen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(seen))
    .execute()
}

export const upsertTimer = compileOnce(
  (db, row: Omit<Insertable<Schema['timers']>, 'legacy_seen_at' | 'claimed_until'>) => {
    const { user_id: _, ...changed } = row
    const unclaimed = { claimed_until: null }
    return db
      .insertInto('timers')
      .values({ ...row, ...unclaimed, legacy_seen_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...changed, ...unclaimed }))
  },
)

/** The acknowledgement of a command, if it was received before, and the last sequence number of its device. */
export async function findCommandStatus(db: Db, userId: string, { id, device }: CommandKey) {
  const [row] = await selectCommandStatus(db, { userId, id, device })
  const { last, is_accepted, code } = row!
  const ack: CommandAck = { id, isAccepted: is_accepted === 1, ...(code !== null && { code: code as AckCode }) }
  return { ack: is_accepted === null ? undefined : ack, lastSequence: last ?? 0 }
}

type CommandKey = Pick<Command, 'id' | 'device'>

const selectCommandStatus = compileOnce((db, { userId, id, device }: CommandKey & { userId: string }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('timer_commands')
        .select((row) => row.fn.max<number | null>('sequence').as('last'))
        .where('user_id', '=', userId)
        .where('device', '=', device)
        .as('of_device'),
    )
    .leftJoin('timer_commands as known', (on) => on.on('known.user_id', '=', userId).on('known.id', '=', id))
    .select(['of_device.last', 'known.is_accepted', 'known.code']),
)

export async function recordAck(db: Db, userId: string, command: Command, ack: CommandAck & { at: number }) {
  await insertCommand(db, {
    user_id: userId,
    id: command.id,
    device: command.device,
    sequence: command.sequence,
    is_accepted: ack.isAccepted ? 1 : 0,
    code: ack.code ?? null,
    received_at: ack.at,
  })
}

const insertCommand = compileOnce((db, row: Insertable<Schema['timer_commands']>) =>
  db.insertInto('timer_commands').values(row),
)
