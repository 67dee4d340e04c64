import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { users } from '#contract/users.ts'
import { uuidV7 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import { findOrCreateGoogleAccount } from '#server/features/users/google/accounts.ts'
import { findUserByPassword, lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import { hashPassword, rejectWeakPassword } from '#server/features/users/credentials/passwords.ts'
import { insertUser, toJson, type UserRow } from '#server/features/users/queries.ts'
import type { SignInMethods } from '#server/features/users/routes.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'

/** The ways in, and the way out. */
export function signInRoutes(app: FastifyInstance, services: Services, { sessions, google }: SignInMethods) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.register, async ({ body, request }) => {
    const { password, preferredLanguage, ...rest } = body
    await rejectWeakPassword(password, [rest.name, rest.email], 'password')
    await limits.countAttempt('register', networkOf(request.ip))
    const passwordHash = await hashPassword(password)
    return transact(db, async (db) => {
      const id = uuidV7(now(), randomBytes(10))
      const secrets = { password_hash: passwordHash, verification_requested_at: now() }
      const user = await insertUser(db, { id, ...rest, preferred_language: preferredLanguage, ...secrets }, now())
      if (user === undefined) throw refuseField('email', 'emailTaken', 'conflict')
      await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: preferredLanguage }, now())
      request.log.info({ userId: id }, 'registered')
      return signIn(db, user, request)
    })
  })

  serve(app, services, users.login, async ({ body, request }) => {
    const proven = await findUserByPassword(services, body, request)
    if (proven === undefined) throw badCredentials()
    const signedIn = await transact(db, async (db) => {
      const user = await lockAuthenticatedUser(db, proven)
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
      // No fault of the caller's.
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
