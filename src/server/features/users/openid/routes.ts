import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Identity, openid as contract } from '#contract/accounts/openid.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { toIsoTime } from '#server/db/values.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { reauthenticate } from '#server/features/users/credentials/authenticate.ts'
import { listPasskeys } from '#server/features/users/passkeys/queries.ts'
import { lockUser, requireUser } from '#server/features/users/queries.ts'
import { endSessions, type Sessions } from '#server/features/users/sessions/sessions.ts'
import type { OpenSession } from '#server/features/users/sign-in/open-session.ts'
import type { SignInMethods } from '#server/features/users/sign-in/routes.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { findOrCreateAccount, linkIdentity } from './accounts.ts'
import { deleteIdentity, type IdentityRow, listIdentities } from './identities.ts'
import { findProviderSession, insertProviderSession } from './provider-sessions.ts'
import type { Openid } from './providers.ts'

interface Parts extends Pick<SignInMethods, 'openid' | 'google' | 'ways' | 'registration'> {
  openSession: OpenSession
  sessions: Sessions
}

export function openidRoutes(app: FastifyInstance, services: Services, parts: Parts) {
  serve(app, services, contract.ways, async () => parts.ways)
  sessionRoutes(app, services, parts)
  identityRoutes(app, services, parts)
}

function sessionRoutes(app: FastifyInstance, services: Services, parts: Parts) {
  const { db, now, limits, disconnect } = services
  const { openid, openSession, sessions, registration } = parts

  serve(app, services, contract.start, async ({ body }) => requireOpenid(openid).start(body))

  serve(app, services, contract.signIn, async ({ body, request }) => {
    const site = requireOpenid(openid)
    const { provider, profile } = await site.finish(body).catch(async (error: Refusal) => {
      // The caller must not be rate-limited for an outage of the provider, nor for the bad replies of others.
      const isBad = error.code !== 'unavailable'
      throw (isBad && (await limits.tryCount('login-address', networkOf(request.ip)))) || error
    })
    const attempt = { profile, invitation: body.invitation, registration }
    const { signedIn, endedSessions } = await transact(db, async (db) => {
      const { user, isNew, linked, endedSessions = [] } = await findOrCreateAccount(db, attempt, now())
      if (linked) await recordLink(db, linked, request, now())
      const signedIn = await openSession(db, user, request, { isNew })
      const key = { userId: user.id, sessionId: sessions.idOf(signedIn.token) }
      const idToken = site.idTokens.seal(profile.idToken)
      await insertProviderSession(db, key, { ...profile, provider: provider.config.id, idToken }, now())
      return { signedIn, endedSessions }
    })
    disconnect(endedSessions)
    request.log.info({ userId: signedIn.user.id, provider: provider.config.id }, 'signed in with a provider')
    return signedIn
  })

  serve(app, services, contract.signOut, async ({ session }) => {
    const key = { userId: session.userId, sessionId: session.id }
    const began = await findProviderSession(db, key)
    disconnect(await endSessions(db, session.userId, { only: session.id }))
    const provider = began && openid?.find(began.provider)
    if (provider === undefined) return { address: null }
    // An unreachable provider does not keep the user from signing out here.
    const address = await provider.signOutAddress(openid?.idTokens.open(began!.id_token)).catch(() => undefined)
    return { address: address ?? null }
  })
}

function identityRoutes(app: FastifyInstance, services: Services, { openid, ways, google }: Parts) {
  const { db, now } = services

  const toJson = (row: IdentityRow): Identity => ({
    id: row.id,
    provider: openid?.idOfIssuer(row.issuer) ?? null,
    label: row.label,
    linkedAt: toIsoTime(row.linked_at),
    lastUsedAt: toIsoTime(row.used_at),
  })

  serve(app, services, contract.identities, async ({ session }) =>
    (await listIdentities(db, session.userId)).map(toJson),
  )

  serve(app, services, contract.startLink, async ({ session, body: { password, ...start } }) => {
    const site = requireOpenid(openid)
    await reauthenticate(services, session, await requireUser(db, session), { password, field: 'password' })
    return site.start({ ...start, linksTo: session.userId })
  })

  serve(app, services, contract.link, async ({ session: { userId }, body, request }) => {
    const { profile } = await requireOpenid(openid).finish(body, userId)
    const identity = await withUserLock(db, userId, async (db) => {
      const { identity, isNew } = await linkIdentity(db, profile, userId, now())
      if (isNew) await recordLink(db, identity, request, now())
      return identity
    })
    request.log.info({ userId }, 'linked an account at a provider')
    return toJson(identity)
  })

  serve(app, services, contract.unlink, async ({ session: { userId }, params, request }) => {
    await transact(db, async (db) => {
      const user = await lockUser(db, userId)
      const identities = await listIdentities(db, userId)
      const identity = assertFound(
        identities.find(({ id }) => id === params.id),
        'openidIdentityNotFound',
      )
      const others = identities.filter((other) => other !== identity && openid?.idOfIssuer(other.issuer) !== undefined)
      const hasPasskey = (await listPasskeys(db, userId)).length > 0
      const hasOwnWay = ways.password && (user?.password_hash !== null || hasPasskey)
      const canSignIn = others.length > 0 || hasOwnWay || (google !== undefined && user?.google_subject !== null)
      if (!canSignIn) throw new Refusal('conflict', 'openidLastWay')
      await deleteIdentity(db, identity)
      await recordSecurityEvent(db, { userId, kind: 'provider-unlinked', request }, now())
    })
    request.log.info({ userId }, 'unlinked an account at a provider')
    return null
  })
}

/** "This was not me" in the mail about it unlinks the identity again. */
const recordLink = (db: Db, { user_id: userId, id: subject }: IdentityRow, request: FastifyRequest, now: number) =>
  recordSecurityEvent(db, { userId, kind: 'provider-linked', request, subject }, now)

function requireOpenid(openid: Openid | undefined) {
  if (openid === undefined) throw new Refusal('not-found', 'openidUnknown')
  return openid
}
