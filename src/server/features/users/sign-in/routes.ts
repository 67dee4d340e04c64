import type { FastifyInstance, FastifyRequest } from 'fastify'
import { users } from '#contract/users.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { newId } from '#server/db/values.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { findUserByPassword, lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { hashPassword, rejectWeakPassword } from '#server/features/users/credentials/passwords.ts'
import { findOrCreateGoogleAccount } from '#server/features/users/google/accounts.ts'
import type { GoogleSignIn } from '#server/features/users/google/google-sign-in.ts'
import { insertUser, toJson, type UserRow } from '#server/features/users/queries.ts'
import { endSessions, type Sessions } from '#server/features/users/sessions/sessions.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'

export interface SignInMethods {
  sessions: Sessions
  /** Undefined where Google is not set up. */
  google: GoogleSignIn | undefined
}

export function signInRoutes(app: FastifyInstance, services: Services, { sessions, google }: SignInMethods) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.register, async ({ body, request }) => {
    const { password, preferredLanguage, ...rest } = body
    await rejectWeakPassword(password, [rest.name, rest.email], 'password')
    await limits.countAttempt('register', networkOf(request.ip))
    const passwordHash = await hashPassword(password)
    return transact(db, async (db) => {
      const id = newId(now())
      const secrets = { password_hash: passwordHash, verification_requested_at: now() }
      const user = await insertUser(db, { id, ...rest, preferred_language: preferredLanguage, ...secrets }, now())
      if (user === undefined) throw refuseField('email', 'emailTaken', 'conflict')
      await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: preferredLanguage }, now())
      request.log.info({ userId: id }, 'registered')
      return signIn(db, user, request)
    })
  })

  serve(app, services, users.login, async ({ body, request }) => {
    const authenticated = await findUserByPassword(services, body, request)
    if (authenticated === undefined) throw badCredentials()
    const signedIn = await transact(db, async (db) => {
      const user = await lockAuthenticatedUser(db, authenticated)
      if (user === undefined) throw badCredentials()
      return signIn(db, user, request)
    })
    request.log.info({ userId: signedIn.user.id }, 'signed in')
    return signedIn
  })

  serve(app, services, users.googleAddress, async () => ({ address: google?.authorizationUrl() ?? null }))

  serve(app, services, users.google, async ({ body, request }) => {
    if (google === undefined) throw new Refusal('unauthenticated', 'googleFailed')
    const network = networkOf(request.ip)
    await limits.countAttempt('login-address', network)
    const profile = await google.verifyIdToken(body.token).catch(async (error: Refusal) => {
      // The caller must not be rate-limited for an outage of Google.
      if (error.code === 'unavailable') await limits.refundAttempt('login-address', network)
      throw error
    })
    const { password } = body
    const owner = password ? await findUserByPassword(services, { email: profile.email, password }, request) : undefined
    const { signedIn, endedSessions } = await transact(db, async (db) => {
      const { user, endedSessions = [] } = await findOrCreateGoogleAccount(db, profile, owner, now())
      return { signedIn: await signIn(db, user, request), endedSessions }
    })
    await limits.refundAttempt('login-address', network)
    disconnect(endedSessions)
    request.log.info({ userId: signedIn.user.id }, 'signed in with Google')
    return signedIn
  })

  serve(app, services, users.logout, async ({ session }) => {
    disconnect(await endSessions(db, session.userId, { only: session.id }))
    return null
  })

  async function signIn(db: Db, user: UserRow, request: FastifyRequest) {
    return { token: await sessions.create(db, user.id, request), user: toJson(user, now()) }
  }
}

const badCredentials = () => new Refusal('unauthenticated', 'badCredentials')
