import type { Insertable } from 'kysely'
import type { Ack, AckCode, Command } from '#core/timer/command.ts'
import type { Run } from '#core/timer/history.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
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

const MAX_DUE_USERS = 1_000

/** Users whose phase is due by a moment, the earliest first. */
export async function listDueUserIds(db: Db, until: number) {
  const rows = await db
    .selectFrom('timers')
    .select('user_id')
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .limit(MAX_DUE_USERS)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Records for all servers that users are connected to this one, at least until a moment. */
export async function extendPresence(db: Db, userIds: string[], until: number) {
  if (userIds.length === 0) return
  await db
    .updateTable('timers')
    .set({ seen_at: until })
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

/** Records that a user's last connection to this server has ended. */
export async function recordDisconnect(db: Db, userId: string, now: number) {
  await db.updateTable('timers').set({ seen_at: now }).where('user_id', '=', userId).execute()
}

/** Records that a legacy client is connected, which saves its focus sessions itself. */
export async function recordLegacyClient(db: Db, userId: string, now: number) {
  const seen = { legacy_seen_at: now }
  await db
    .insertInto('timers')
    .values({ user_id: userId, revision: 0, due_at: null, saved_until: 0, seen_at: now, ...seen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(seen))
    .execute()
}

export const upsertTimer = compileOnce((db, row: Omit<Insertable<Schema['timers']>, 'legacy_seen_at'>) => {
  const { user_id: _, ...changed } = row
  return db
    .insertInto('timers')
    .values({ ...row, legacy_seen_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
})

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
