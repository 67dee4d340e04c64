import { randomBytes } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { isLanguage } from '#core/language.ts'
import { uuidV7 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import type { Session } from '#server/http/serve.ts'

const LIFETIME_MS = 30 * 24 * 60 * 60_000
const CLAIMS = { iss: 'ritmo', aud: 'app:session' }

/** Sessions are signed tokens that name a row: the signature tells forgeries, the row tells what was ended. */
export function createSessions(secret: string, now: () => number) {
  const sign = createSigner({ key: secret, header: { alg: 'HS256', typ: 'at+jwt' }, noTimestamp: true })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedIss: CLAIMS.iss,
    allowedAud: CLAIMS.aud,
    checkTyp: 'at+jwt',
    requiredClaims: ['exp', 'sub', 'sid'],
    // By our own clock, below.
    ignoreExpiration: true,
  })

  return {
    async open(db: Db, userId: string) {
      const openedAt = now()
      const id = uuidV7(openedAt, randomBytes(10))
      const expiresAt = openedAt + LIFETIME_MS
      await db
        .insertInto('sessions')
        .values({ id, user_id: userId, created_at: openedAt, expires_at: expiresAt })
        .execute()
      return sign({ ...CLAIMS, sub: userId, sid: id, iat: inSeconds(openedAt), exp: inSeconds(expiresAt) })
    },

    /** The live session a token stands for, or undefined, whatever is wrong with it. */
    async find(db: Db, token: string): Promise<Session | undefined> {
      const id = sessionIdIn(token)
      if (id === undefined) return undefined
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['sessions.user_id', 'users.preferred_language'])
        .where('sessions.id', '=', id)
        .where('sessions.expires_at', '>', now())
        .executeTakeFirst()
      if (row === undefined) return undefined
      const language = isLanguage(row.preferred_language) ? row.preferred_language : null
      return { id, userId: row.user_id, language }
    },

    async close(db: Db, userId: string, sessionId: string) {
      await db.deleteFrom('sessions').where('id', '=', sessionId).where('user_id', '=', userId).execute()
    },
  }

  function sessionIdIn(token: string): string | undefined {
    try {
      const { sid, exp } = verify(token) as { sid: unknown; exp: unknown }
      return typeof sid === 'string' && typeof exp === 'number' && exp > inSeconds(now()) ? sid : undefined
    } catch {
      return undefined
    }
  }
}

export type Sessions = ReturnType<typeof createSessions>

const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)
