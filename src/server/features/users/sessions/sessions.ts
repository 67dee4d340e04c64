import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyRequest } from 'fastify'
import { describeDevice } from '#core/accounts/device-name.ts'
import { isLanguage } from '#core/language.ts'
import { DAY_MS } from '#core/time/units.ts'
import { createBatchLoader } from '#server/loading/batch-loader.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/connect.ts'
import { isOneOf } from '#server/db/engine-sql.ts'
import { newId } from '#server/db/values.ts'
import { userAgentOf } from '#server/features/security-events/queries.ts'
import { isTwoFactorRequired, type RequireTwoFactor } from '#server/features/users/two-factor/requirement.ts'
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

interface SessionSettings {
  /** A session that was not used for this long has ended. */
  sessionRetentionMs: number
  requireTwoFactor: RequireTwoFactor
}

/** A session token is a signed JWT that names a row: the signature rules out forgeries, the row an ended session. */
export function createSessions(
  secret: string,
  now: () => number,
  { sessionRetentionMs: maxIdleMs = MAX_IDLE_MS, requireTwoFactor = 'none' }: Partial<SessionSettings> = {},
) {
  const sign = createSigner({ key: secret, header: { alg: 'HS256', typ: 'at+jwt' } })
  const claimsOf = createClaimsReader(secret)
  const findLive = async (db: Db, keys: SessionKey[]) => {
    const rows = await listLiveSessions(db, keys, { now: now(), seenAfter: now() - maxIdleMs })
    await recordUse(db, rows, now())
    return rows.map((row) => toSession(row, requireTwoFactor))
  }

  return {
    /** A session that was not used for this long has ended. */
    maxIdleMs,

    /** Whether the operator asks a user for two-factor sign-in. */
    isTwoFactorRequired: (user: Pick<LiveSession, 'is_administrator'>) => isTwoFactorRequired(user, requireTwoFactor),

    /** The user of a token, read without the database; undefined if this site has not signed the token. */
    userIdOf: (token: string) => claimsOf(token)?.sub,

    /** The session that a token names. */
    idOf: (token: string) => String(claimsOf(token)?.sid),

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
          user_agent: userAgentOf({ headers }),
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
      return key && (await findLive(db, [key]))[0]
    },

    /** Returns a function like `find`, which reads sessions that are asked for at the same time together. */
    createLoader(db: Db) {
      const load = createBatchLoader(async (keys: SessionKey[]) => {
        const found = new Map((await findLive(db, keys)).map((session) => [session.id, session]))
        return new Map(keys.map((key) => [key, found.get(key.id)]))
      })
      return async (token: string) => {
        const key = sessionKeyOf(token)
        return key && load(key)
      }
    },
  }

  /** The primary key of the row that a token names. */
  function sessionKeyOf(token: string): SessionKey | undefined {
    const { sub, sid, exp } = claimsOf(token) ?? {}
    const isExpired = typeof exp !== 'number' || exp <= toSeconds(now())
    return typeof sid === 'string' && sub !== undefined && !isExpired ? { id: sid, userId: sub } : undefined
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Returns a function that reads the claims of a token; undefined if this site has not signed it. */
function createClaimsReader(secret: string) {
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
  return (token: string) => {
    try {
      return verify(token) as { sub: string; sid: unknown; exp: unknown }
    } catch {
      return undefined
    }
  }
}

type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number]

const toSession = (row: LiveSession, requireTwoFactor: SessionSettings['requireTwoFactor']): Session => ({
  id: row.id,
  userId: row.user_id,
  startedAt: row.created_at,
  expiresAt: row.expires_at,
  language: isLanguage(row.preferred_language) ? row.preferred_language : null,
  mustSetUpTwoFactor: row.two_factor_at === null && isTwoFactorRequired(row, requireTwoFactor),
  mustVerify: row.must_verify === 1 && row.verified_at === null,
})

type SessionKey = Pick<Session, 'id' | 'userId'>

const selectLiveSessions = (db: Db, now: number, seenAfter: number) =>
  db.selectFrom('sessions').where('sessions.expires_at', '>', now).where('sessions.seen_at', '>', seenAfter)

const selectWithLanguage = (db: Db, now: number, seenAfter: number) =>
  selectLiveSessions(db, now, seenAfter)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'sessions.created_at', 'expires_at', 'seen_at'])
    .select(['preferred_language', 'must_verify', 'verified_at', 'is_administrator', 'two_factor_at'])

interface LiveAt {
  now: number
  seenAfter: number
}

const findLiveSession = compileOnce((db, { id, userId, now, seenAfter }: SessionKey & LiveAt) =>
  selectWithLanguage(db, now, seenAfter).where('sessions.user_id', '=', userId).where('sessions.id', '=', id),
)

/** A request reads one session, so that query is compiled once. */
async function listLiveSessions(db: Db, keys: SessionKey[], at: LiveAt) {
  if (keys.length === 1) return findLiveSession(db, { ...keys[0]!, ...at })
  const [isOfUsers, isNamed] = conditionsFor(db, keys)
  return selectWithLanguage(db, at.now, at.seenAfter).where(isOfUsers).where(isNamed).execute()
}

/** Records the use of sessions, if the last record is old. */
async function recordUse(db: Db, rows: LiveSession[], now: number) {
  const unseen = rows.filter((row) => row.seen_at <= now - SEEN_AT_PRECISION_MS)
  const keys = unseen.map(({ id, user_id }) => ({ id, userId: user_id }))
  if (keys.length === 0) return
  const [isOfUsers, isNamed] = conditionsFor(db, keys)
  await db.updateTable('sessions').set({ seen_at: now }).where(isOfUsers).where(isNamed).execute()
}

function conditionsFor(db: Db, keys: SessionKey[]) {
  const userIds = [...new Set(keys.map(({ userId }) => userId))]
  const ids = keys.map(({ id }) => id)
  return [isOneOf(db, 'sessions.user_id', userIds), isOneOf(db, 'sessions.id', ids)] as const
}

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

interface KnownDevice {
  browser: string | null
  system: string | null
  network: string
}

/** Whether a browser on the same system and network is signed in. */
export async function hasSessionOfDevice(db: Db, userId: string, device: KnownDevice, now: number) {
  const rows = await selectLiveSessions(db, now, 0)
    .select('user_agent')
    .where('user_id', '=', userId)
    .where('address', '=', device.network)
    .execute()
  const devices = rows.map(({ user_agent }) => describeDevice(user_agent))
  return devices.some(({ browser, system }) => browser === device.browser && system === device.system)
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
