import { isLanguage } from '#core/language.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/serve.ts'
import { createBatchLoader } from '#server/loading/batch-loader.ts'
import { toScopes } from './queries.ts'
import { hashOfToken } from './secrets.ts'

/** `used_at` is updated at most this often, because a write for each request would be too slow. */
const USED_AT_PRECISION_MS = MINUTE_MS

export interface TokenSessionOptions {
  now: () => number
  /** Whether the operator asks a user for two-factor sign-in. */
  isTwoFactorRequired: (user: { is_administrator: 0 | 1 }) => boolean
}

/** Finds what an access token may do, as a session that is limited to its scopes. */
export function createTokenSessions({ now, isTwoFactorRequired }: TokenSessionOptions) {
  const toSession = (row: LiveToken): Session => ({
    id: row.id,
    userId: row.user_id,
    scopes: toScopes(row.scopes),
    startedAt: row.created_at,
    expiresAt: row.expires_at ?? Infinity,
    language: isLanguage(row.preferred_language) ? row.preferred_language : null,
    mustSetUpTwoFactor: row.two_factor_at === null && isTwoFactorRequired(row),
    mustVerify: row.must_verify === 1 && row.verified_at === null,
  })

  return {
    /** Undefined if the token is unknown, revoked or expired, or if its user is disabled. Records its use. */
    async find(db: Db, secret: string, ip: string): Promise<Session | undefined> {
      const hash = hashOfToken(secret)
      const [row] = hash === undefined ? [] : await findLiveToken(db, { hash, now: now() })
      if (row === undefined) return undefined
      if ((row.used_at ?? -Infinity) <= now() - USED_AT_PRECISION_MS) await recordUse(db, row, networkOf(ip), now())
      return toSession(row)
    },

    /** Returns a function that reads tokens of sockets, those that are asked for at the same time together. */
    createLoader(db: Db) {
      const load = createBatchLoader(async (hashes: string[]) => {
        const rows = await selectLiveTokens(db, now())
          .where(isOneOf(db, 'user_lookups.key', hashes))
          .execute()
        return new Map(rows.map((row) => [row.hash, toSession(row)]))
      })
      return async (secret: string) => {
        const hash = hashOfToken(secret)
        return hash === undefined ? undefined : load(hash)
      }
    },
  }
}

type LiveToken = Awaited<ReturnType<typeof findLiveToken>>[number]

const selectLiveTokens = (db: Db, now: number) =>
  db
    .selectFrom('user_lookups')
    .innerJoin('access_tokens', (join) =>
      join
        .onRef('access_tokens.user_id', '=', 'user_lookups.user_id')
        .onRef('access_tokens.hash', '=', 'user_lookups.key'),
    )
    .innerJoin('users', 'users.id', 'user_lookups.user_id')
    .where('user_lookups.kind', '=', 'access-token')
    .where('users.disabled_at', 'is', null)
    .where((row) => row.or([row('access_tokens.expires_at', 'is', null), row('access_tokens.expires_at', '>', now)]))
    .select(['access_tokens.id', 'access_tokens.user_id', 'hash', 'scopes', 'used_at'])
    .select(['access_tokens.created_at', 'access_tokens.expires_at'])
    .select(['preferred_language', 'must_verify', 'verified_at', 'is_administrator', 'two_factor_at'])

const findLiveToken = compileOnce((db, { hash, now }: { hash: string; now: number }) =>
  selectLiveTokens(db, now).where('user_lookups.key', '=', hash),
)

async function recordUse(db: Db, { user_id, id }: LiveToken, address: string, now: number) {
  await db
    .updateTable('access_tokens')
    .set({ used_at: now, used_address: address })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}
