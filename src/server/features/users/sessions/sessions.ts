import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#core/accounts/device-name.ts'
import { isLanguage } from '#core/language.ts'
import { DAY_MS } from '#core/time/units.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { newId } from '#server/db/values.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/serve.ts'

/**
 * A token expires with the oldest age of its session. Use renews the row, not the token, because clients of the
 * specification keep the token of their sign-in.
 */
const MAX_SESSION_AGE_MS = 180 * DAY_MS
/** Unless SESSION_RETENTION says otherwise. */
const MAX_IDLE_MS = 30 * DAY_MS
/** `seen_at` is updated at most this often, because a write for each request would be too slow. */
const SEEN_AT_PRECISION_MS = 60 * 60_000
const CLAIMS = { iss: 'ritmo', aud: 'app:session' }

/** A session token is a signed JWT that names a row: the signature rules out forgeries, the row an ended session. */
export function createSessions(secret: string, now: () => number, maxIdleMs = MAX_IDLE_MS) {
  const sign = createSigner({ key: secret, header: { alg: 'HS256', typ: 'at+jwt' } })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedIss: CLAIMS.iss,
    allowedAud: CLAIMS.aud,
    checkTyp: 'at+jwt',
    // `allowedIss` and `allowedAud` accept a token without these claims.
    requiredClaims: ['iss', 'aud', 'exp', 'sub', 'sid'],
    // `sessionKeyOf` checks the expiry by the server's own clock.
    ignoreExpiration: true,
  })

  return {
    /** A session that was not used for this long has ended. */
    maxIdleMs,

    /** The user of a token, read without the database; undefined if this site has not signed the token. */
    userIdOf: (token: string) => claimsOf(token)?.sub,

    /** Creates a session for the device of the request, and returns its token. */
    async create(db: Db, userId: string, { headers, ip }: FastifyRequest) {
      const createdAt = now()
      const id = newId(createdAt)
      const expiresAt = createdAt + MAX_SESSION_AGE_MS
      await db
        .insertInto('sessions')
        .values({
          id,
          user_id: userId,
          user_agent: (headers['user-agent'] ?? '').slice(0, 300).toWellFormed(),
          address: networkOf(ip),
          created_at: createdAt,
          seen_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
      return sign({ ...CLAIMS, sub: userId, sid: id, iat: toSeconds(createdAt), exp: toSeconds(expiresAt) })
    },

    /** The live session of a token; undefined if it is forged, expired or ended. */
    async find(db: Db, token: string): Promise<Session | undefined> {
      const key = sessionKeyOf(token)
      if (key === undefined) return undefined
      const { id, userId } = key
      const [row] = await findLiveSession(db, { id, userId, now: now(), seenAfter: now() - maxIdleMs })
      if (row === undefined) return undefined
      if (row.seen_at <= now() - SEEN_AT_PRECISION_MS) await updateSeenAt(db, key, now())
      const language = isLanguage(row.preferred_language) ? row.preferred_language : null
      return { id, userId, startedAt: row.created_at, expiresAt: row.expires_at, language }
    },
  }

  /** The primary key of the row that a token names. */
  function sessionKeyOf(token: string): SessionKey | undefined {
    const { sub, sid, exp } = claimsOf(token) ?? {}
    const isExpired = typeof exp !== 'number' || exp <= toSeconds(now())
    return typeof sid === 'string' && sub !== undefined && !isExpired ? { id: sid, userId: sub } : undefined
  }

  function claimsOf(token: string) {
    try {
      return verify(token) as { sub: string; sid: unknown; exp: unknown }
    } catch {
      return undefined
    }
  }
}

export type Sessions = ReturnType<typeof createSessions>

type SessionKey = Pick<Session, 'id' | 'userId'>

const updateSeenAt = (db: Db, { id, userId }: SessionKey, now: number) =>
  db.updateTable('sessions').set({ seen_at: now }).where('user_id', '=', userId).where('id', '=', id).execute()

const selectLiveSessions = (db: Db, now: number, seenAfter: number) =>
  db.selectFrom('sessions').where('sessions.expires_at', '>', now).where('sessions.seen_at', '>', seenAfter)

const findLiveSession = compileOnce(
  (db, { id, userId, now, seenAfter }: { id: string; userId: string; now: number; seenAfter: number }) =>
    selectLiveSessions(db, now, seenAfter)
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.created_at', 'expires_at', 'seen_at', 'preferred_language'])
      .where('sessions.user_id', '=', userId)
      .where('sessions.id', '=', id),
)

export async function listSessions(db: Db, { userId, id }: Session, now: number, maxIdleMs = MAX_IDLE_MS) {
  const rows = await selectLiveSessions(db, now, now - maxIdleMs)
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    address: row.address,
    signedInAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.seen_at).toISOString(),
    isCurrent: row.id === id,
  }))
}

/** Asks for no time of last use, because idle sessions are deleted within an hour after SESSION_RETENTION. */
export async function hasSessionOnNetwork(db: Db, userId: string, network: string, now: number) {
  const known = selectLiveSessions(db, now, 0).select('id').where('user_id', '=', userId).where('address', '=', network)
  return (await known.executeTakeFirst()) !== undefined
}

/** Ends sessions of a user and returns their ids, so that the caller can close their sockets too. */
export async function endSessions(db: Db, userId: string, which: { only?: string; except?: string } = {}) {
  let ended = db.deleteFrom('sessions').where('user_id', '=', userId).returning('id')
  if (which.only !== undefined) ended = ended.where('id', '=', which.only)
  if (which.except !== undefined) ended = ended.where('id', '!=', which.except)
  return (await ended.execute()).map(({ id }) => id)
}

export async function deleteExpiredSessions(db: Db, now: number, maxIdleMs = MAX_IDLE_MS) {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('seen_at', '<=', now - maxIdleMs)]))
    .execute()
}

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)
