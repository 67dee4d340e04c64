import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignInWays } from '#contract/accounts/openid.ts'
import { users } from '#contract/users.ts'
import type { RegistrationPolicy } from '#core/accounts/registration.ts'
import { transact } from '#server/db/transact.ts'
import { newId } from '#server/db/values.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { findUserByPassword, lockAuthenticatedUser } from '#server/features/users/credentials/authenticate.ts'
import type { CheckNewPassword } from '#server/features/users/credentials/check-new-password.ts'
import { hashPassword } from '#server/features/users/credentials/passwords.ts'
import { createAccountSlots, type SignInServices } from '#server/features/users/credentials/sign-in-limits.ts'
import { isReserved } from '#server/features/users/email-recovery/restore-links.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { findAccountToOpen, findOrCreateGoogleAccount } from '#server/features/users/google/accounts.ts'
import type { GoogleSignIn } from '#server/features/users/google/google-sign-in.ts'
import type { Openid } from '#server/features/users/openid/providers.ts'
import { insertUser, type UserRow } from '#server/features/users/queries.ts'
import { admitUser, rejectUninvited } from '#server/features/users/registration/admission.ts'
import { endSessions } from '#server/features/users/sessions/sessions.ts'
import type { SecondFactor } from '#server/features/users/two-factor/second-factor.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { enqueueEmail } from '#server/mail/mail-queue.ts'
import type { OpenSession } from './open-session.ts'
import { requirePasswordSignIn } from './password-sign-in.ts'

export interface SignInMethods {
  openSession: OpenSession
  checkNewPassword: CheckNewPassword
  secondFactor: SecondFactor
  /** Undefined where Google is not set up. */
  google: GoogleSignIn | undefined
  /** Who may create an account. */
  registration: RegistrationPolicy
  /** Undefined where no OpenID provider is set up. */
  openid: Openid | undefined
  ways: SignInWays
}

export function signInRoutes(app: FastifyInstance, services: Services, methods: SignInMethods) {
  const { db, limits, disconnect } = services
  const { openSession, secondFactor, ways } = methods
  const signInServices = { ...services, withAccountSlot: createAccountSlots() }
  registrationRoute(app, services, methods)

  serve(app, services, users.login, async ({ body, request }) => {
    requirePasswordSignIn(ways)
    const authenticated = await findUserByPassword(signInServices, body, request, (user) =>
      secondFactor.demand(user, { code: body.code, request }),
    )
    if (authenticated === undefined) throw badCredentials()
    limits.countCall(authenticated.id)
    const signedIn = await transact(db, async (db) => {
      const user = await lockAuthenticatedUser(db, authenticated)
      if (user === undefined) throw badCredentials()
      return openSession(db, user, request)
    })
    request.log.info({ userId: signedIn.user.id }, 'signed in')
    return signedIn
  })

  googleRoutes(app, signInServices, methods)

  serve(app, services, users.logout, async ({ session }) => {
    disconnect(await endSessions(db, session.userId, { only: session.id }))
    return null
  })
}

function googleRoutes(app: FastifyInstance, services: SignInServices, methods: SignInMethods) {
  const { db, now, limits, disconnect } = services
  const { openSession, secondFactor, google, registration, ways } = methods

  serve(app, services, users.googleAddress, async () => ({ address: google?.authorizationUrl() ?? null }))

  serve(app, services, users.google, async ({ body, request }) => {
    if (google === undefined) throw new Refusal('unauthenticated', 'googleFailed')
    const profile = await google.verifyIdToken(body.token).catch(async (error: Refusal) => {
      // The caller must not be rate-limited for an outage of Google, nor for the bad tokens of others.
      const isBad = error.code !== 'unavailable'
      throw (isBad && (await limits.tryCount('login-address', networkOf(request.ip)))) || error
    })
    const { password, invitation, code } = body
    if (password) requirePasswordSignIn(ways)
    const owner = password ? await findUserByPassword(services, { email: profile.email, password }, request) : undefined
    const opened = await findAccountToOpen(db, profile, owner)
    // Without passwords, providers alone sign in, and a passkey could not answer.
    if (opened !== undefined && ways.password) await demandCounted(opened, code, request)
    const { signedIn, endedSessions } = await transact(db, async (db) => {
      const attempt = { profile, owner, invitation, registration }
      const { user, endedSessions = [], isLinked, isNew } = await findOrCreateGoogleAccount(db, attempt, now())
      // Turned on meanwhile, so that no code was asked for.
      if (user.two_factor_at !== (opened?.two_factor_at ?? null)) throw new Refusal('conflict', 'conflict')
      if (isLinked) await recordSecurityEvent(db, { userId: user.id, kind: 'google-linked', request }, now())
      return { signedIn: await openSession(db, user, request, { isNew }), endedSessions }
    })
    disconnect(endedSessions)
    request.log.info({ userId: signedIn.user.id }, 'signed in with Google')
    return signedIn
  })

  /** Google proves who the user is, and not that they hold their second factor. Only wrong codes count. */
  async function demandCounted(user: UserRow, code: string | undefined, request: FastifyRequest) {
    if (user.two_factor_at === null) return
    const subject = `google ${user.id} ${networkOf(request.ip)}`
    if (code !== undefined) await limits.countAttempt('login', subject)
    if (code !== undefined) await limits.countAttempt('login-account', `google ${user.id}`)
    await secondFactor.demand(user, { code, request })
    await limits.refundAttempt('login', subject)
    await limits.refundAttempt('login-account', `google ${user.id}`)
  }
}

function registrationRoute(app: FastifyInstance, services: Services, methods: SignInMethods) {
  const { db, now, limits } = services
  const { openSession, registration, ways, checkNewPassword } = methods

  serve(app, services, users.register, async ({ body, request }) => {
    requirePasswordSignIn(ways)
    const { password, preferredLanguage, invitation, ...rest } = body
    const applicant = { email: rest.email, invitation }
    await checkNewPassword(password, [rest.name, rest.email], 'password')
    await limits.countAttempt('register', networkOf(request.ip))
    await rejectUninvited(db, registration, applicant, now())
    const passwordHash = await hashPassword(password)
    return transact(db, async (db) => {
      const id = newId(now())
      const secrets = { password_hash: passwordHash, verification_requested_at: now() }
      const admission = await admitUser(db, registration, { userId: id, ...applicant }, now())
      const draft = { id, ...rest, preferred_language: preferredLanguage, ...secrets, ...admission }
      const user = await insertUser(db, draft, now())
      // Checked last, as another account may have given up the address meanwhile.
      if (user === undefined || (await isReserved(db, user.email, id, now())))
        throw refuseField('email', 'emailTaken', 'conflict')
      await enqueueEmail(db, { kind: 'verify', userId: id, email: user.email, language: preferredLanguage }, now())
      request.log.info({ userId: id }, 'registered')
      return openSession(db, user, request, { isNew: true })
    })
  })
}

const badCredentials = () => new Refusal('unauthenticated', 'badCredentials')
