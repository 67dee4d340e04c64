import { type ManagedUser, USER_QUOTAS, type UserQuotas } from '#contract/administration/administration.ts'
import type { Db } from '#server/db/connect.ts'
import { contains } from '#server/db/engine-sql.ts'
import { toIsoTime } from '#server/db/values.ts'
import { countUploadBytes } from '#server/features/uploads/queries.ts'
import { isVerified, type UserRow } from '#server/features/users/queries.ts'
import { ownQuotasOf } from '#server/loading/own-quotas.ts'

interface Query {
  search: string
  limit: number
  offset: number
}

/** Users by name, with what administrators may know of them. */
export async function listUsers(db: Db, { search, limit, offset }: Query, now: number) {
  const part = search.trim().toLowerCase()
  const matching = db
    .selectFrom('users')
    .where((row) => row.or([contains(db, 'name', part), contains(db, 'email', part)]))
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const page = matching.selectAll().orderBy('name').orderBy('id').limit(limit).offset(offset)
  const users: ManagedUser[] = []
  for (const user of await page.execute()) users.push(await describeUser(db, user, now))
  return { users, count }
}

/** Numbers, and nothing of what the user has entered. Each query is on the rows of one user. */
export async function describeUser(db: Db, user: UserRow, now: number): Promise<ManagedUser> {
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.max('seen_at').as('seenAt')])
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('time_entries')
    .where('user_id', '=', user.id)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const timer = await db.selectFrom('timers').select('seen_at').where('user_id', '=', user.id).executeTakeFirst()
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    isVerified: isVerified(user),
    isAdministrator: user.is_administrator === 1,
    isDisabled: user.disabled_at !== null,
    createdAt: toIsoTime(user.created_at),
    lastActiveAt: lastOf([sessions.seenAt, timer?.seen_at], now),
    devices: sessions.count,
    entries: entries.count,
    uploadBytes: await countUploadBytes(db, user.id),
    quotas: toUserQuotas(user),
  }
}

/** The time of connected users is written some seconds ahead. */
function lastOf(times: (number | null | undefined)[], now: number) {
  const known = times.filter((time) => typeof time === 'number')
  return known.length === 0 ? null : toIsoTime(Math.min(now, Math.max(...known)))
}

function toUserQuotas(user: UserRow): UserQuotas {
  const own = ownQuotasOf(user.quotas)
  return Object.fromEntries(USER_QUOTAS.map((name) => [name, own[name] ?? null])) as UserQuotas
}
