import type { Db } from '#server/db/connect.ts'
import { assignLookup, findUserId } from '#server/db/sharding/user-lookups.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import { findIdentity, type Subject } from './identities.ts'

/** A session of the provider ends ours, so its id leads to the user for as long as ours may last. */
const MAX_SESSION_AGE_MS = 180 * 24 * 60 * 60_000

interface NewProviderSession extends Subject {
  provider: string
  providerSession: string | undefined
  /** Encrypted. */
  idToken: string
}

interface SessionKey {
  userId: string
  sessionId: string
}

const lookupOf = (issuer: string, providerSession: string) =>
  ({ kind: 'openid-session', key: `${issuer} ${providerSession}` }) as const

/** Remembers at which provider a session began. */
export async function insertProviderSession(
  db: Db,
  { userId, sessionId }: SessionKey,
  { provider, issuer, subject, providerSession, idToken }: NewProviderSession,
  now: number,
) {
  const row = { provider, issuer, subject, provider_session: providerSession ?? null, id_token: idToken }
  await db
    .insertInto('openid_sessions')
    .values({ user_id: userId, session_id: sessionId, ...row })
    .execute()
  if (providerSession === undefined) return
  await assignLookup(db, { ...lookupOf(issuer, providerSession), userId, expiresAt: now + MAX_SESSION_AGE_MS })
}

export async function findProviderSession(db: Db, { userId, sessionId }: SessionKey) {
  return db
    .selectFrom('openid_sessions')
    .select(['provider', 'id_token'])
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

interface ProviderLogout {
  issuer: string
  /** At least one of the two is given. */
  subject: string | undefined
  providerSession: string | undefined
}

/**
 * Ends the sessions that began at the provider: those of one session there, or all of the person. Returns their ids, so
 * that the caller can close their sockets.
 */
export async function endProviderSessions(db: Db, { issuer, subject, providerSession }: ProviderLogout, now: number) {
  const userId = await findUserOfLogout(db, { issuer, subject, providerSession }, now)
  if (userId === undefined) return []
  let ended = db
    .selectFrom('openid_sessions')
    .select('session_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
  if (subject !== undefined) ended = ended.where('subject', '=', subject)
  if (providerSession !== undefined) ended = ended.where('provider_session', '=', providerSession)
  const ids: string[] = []
  for (const { session_id: only } of await ended.execute()) ids.push(...(await endSessions(db, userId, { only })))
  return ids
}

async function findUserOfLogout(db: Db, { issuer, subject, providerSession }: ProviderLogout, now: number) {
  if (providerSession !== undefined) {
    const userId = await findUserId(db, lookupOf(issuer, providerSession), now)
    if (userId !== undefined) return userId
  }
  return subject === undefined ? undefined : (await findIdentity(db, { issuer, subject }))?.user_id
}
