import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { uuidV7 } from '#core/uuid.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { postLetter } from '#server/mail/post.ts'
import { admitFromGoogle } from './google-accounts.ts'
import { findByPassword } from './identity.ts'
import { hashPassword, refuseEasyPassword } from './passwords.ts'
import { insertUser, toJson } from './queries.ts'
import type { WaysIn } from './routes.ts'
import { endSessions } from './sessions.ts'

/** The ways in, and the way out. */
export function signInRoutes(app: FastifyInstance, services: Services, { sessions, google }: WaysIn) {
  const { db, now, limits, disconnect } = services

  serve(app, services, users.register, async ({ body, request }) => {
    const { password, preferredLanguage, ...rest } = body
    await refuseEasyPassword(password, [rest.name, rest.email], 'password')
    await limits.take('register', networkOf(request.ip))
    const passwordHash = await hashPassword(password)
    return transact(db, async (db) => {
      const id = uuidV7(now(), randomBytes(10))
      const secrets = { password_hash: passwordHash, verification_requested_at: now() }
      const user = await insertUser(db, { id, ...rest, preferred_language: preferredLanguage, ...secrets }, now())
      if (user === undefined) throw refuseField('email', 'emailTaken', 'conflict')
      await postLetter(db, { kind: 'verify', userId: id, email: user.email, language: preferredLanguage }, now())
      request.log.info({ userId: id }, 'registered')
      return { token: await sessions.open(db, id, request), user: toJson(user, now()) }
    })
  })

  serve(app, services, users.login, async ({ body, request }) => {
    const user = await findByPassword(services, body, request)
    if (user === undefined) throw new Refusal('unauthenticated', 'badCredentials')
    request.log.info({ userId: user.id }, 'signed in')
    return { token: await sessions.open(db, user.id, request), user: toJson(user, now()) }
  })

  serve(app, services, users.googleAddress, async () => ({ address: google?.address() ?? null }))

  serve(app, services, users.google, async ({ body, request }) => {
    if (google === undefined) throw new Refusal('unauthenticated', 'googleFailed')
    const network = networkOf(request.ip)
    await limits.take('login-address', network)
    const profile = await google.identify(body.token).catch(async (error: Refusal) => {
      // No fault of the caller's.
      if (error.code === 'unavailable') await limits.giveBack('login-address', network)
      throw error
    })
    const { password } = body
    const owner = password && (await findByPassword(services, { email: profile.email, password }, request))
    const { user, endedSessions = [] } = await transact(db, (db) =>
      admitFromGoogle(db, profile, owner ? owner.id : undefined, now()),
    )
    await limits.giveBack('login-address', network)
    disconnect(endedSessions)
    request.log.info({ userId: user.id }, 'signed in with Google')
    return { token: await sessions.open(db, user.id, request), user: toJson(user, now()) }
  })

  serve(app, services, users.logout, async ({ session }) => {
    disconnect(await endSessions(db, session.userId, { only: session.id }))
    return null
  })
}
