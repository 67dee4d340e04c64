import type { Selectable } from 'kysely'
import { TOKEN_SCOPES } from '#contract/integrations/token-scopes.ts'
import type { Token } from '#contract/integrations/tokens.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { assignLookup, releaseLookup } from '#server/db/sharding/user-lookups.ts'
import { toIsoTime } from '#server/db/values.ts'

type TokenRow = Selectable<Schema['access_tokens']>

/** Expired tokens are listed for this long, so that their users see why a program stopped working. */
const RETENTION_AFTER_EXPIRY_MS = 30 * DAY_MS

const selectTokens = (db: Db, userId: string) =>
  db.selectFrom('access_tokens').selectAll().where('user_id', '=', userId)

export async function listTokens(db: Db, userId: string): Promise<Token[]> {
  const rows = await selectTokens(db, userId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toJson)
}

export async function insertToken(db: Db, draft: Omit<TokenRow, 'used_at' | 'used_address'>): Promise<Token> {
  const row = { ...draft, used_at: null, used_address: null }
  await db.insertInto('access_tokens').values(row).execute()
  await assignLookup(db, { ...lookupOf(row), ...(row.expires_at !== null && { expiresAt: row.expires_at }) })
  return toJson(row)
}

export const listTokenIds = async (db: Db, userId: string) =>
  (await selectTokens(db, userId).execute()).map(({ id }) => id)

/** Deletes one token or all of a user, and returns their ids, so that the caller can close their sockets too. */
export async function deleteTokens(db: Db, userId: string, only?: string) {
  let deletion = db.deleteFrom('access_tokens').where('user_id', '=', userId).returning(['user_id', 'id', 'hash'])
  if (only !== undefined) deletion = deletion.where('id', '=', only)
  const deleted = await deletion.execute()
  for (const row of deleted) await releaseLookup(db, lookupOf(row))
  return deleted.map(({ id }) => id)
}

/** Their lookups have expired with them. */
export async function deleteOldTokens(db: Db, now: number) {
  await db
    .deleteFrom('access_tokens')
    .where('expires_at', '<=', now - RETENTION_AFTER_EXPIRY_MS)
    .execute()
}

const lookupOf = ({ user_id: userId, hash: key }: Pick<TokenRow, 'user_id' | 'hash'>) =>
  ({ kind: 'access-token', key, userId }) as const

export function toScopes(column: string) {
  const words = column.split(' ')
  return TOKEN_SCOPES.filter((scope) => words.includes(scope))
}

const toTime = (time: number | null) => (time === null ? null : toIsoTime(time))

const toJson = (row: TokenRow): Token => ({
  id: row.id,
  name: row.name,
  scopes: toScopes(row.scopes),
  ending: row.ending,
  createdAt: toIsoTime(row.created_at),
  expiresAt: toTime(row.expires_at),
  lastUsedAt: toTime(row.used_at),
  lastAddress: row.used_address,
})
