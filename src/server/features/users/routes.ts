import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/http/serve.ts'
import { withAuthenticatedUser } from './credentials/authenticate.ts'
import { createPasswordCheck } from './credentials/check-new-password.ts'
import { emailRecoveryRoutes } from './email-recovery/routes.ts'
import { emailVerificationRoutes } from './email-verification/routes.ts'
import { notMeRoutes } from './not-me/routes.ts'
import { openidRoutes } from './openid/routes.ts'
import { createPasskeys } from './passkeys/passkeys.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import type { WithConfirmedUser } from './queries.ts'
import { sessionRoutes } from './sessions/routes.ts'
import type { Sessions } from './sessions/sessions.ts'
import { createOpenSession } from './sign-in/open-session.ts'
import { type SignInMethods, signInRoutes } from './sign-in/routes.ts'
import { createConfirmIdentity } from './two-factor/confirm-identity.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { createSecondFactor } from './two-factor/second-factor.ts'

interface UserRouteParts {
  sessions: Sessions
  /** How users can sign in besides with a password. */
  providers: Pick<SignInMethods, 'google' | 'openid' | 'ways'>
  config: Pick<Config, 'publicUrl' | 'requireTwoFactor' | 'breachedPasswordsUrl' | 'registration'>
  sessionSecret: string
}

/** Returns what routes of other features need for changes that only the user may make. */
export function userRoutes(app: FastifyInstance, services: Services, parts: UserRouteParts) {
  const { sessions, providers, config, sessionSecret } = parts
  const { db, now } = services
  const { publicUrl, requireTwoFactor, breachedPasswordsUrl, registration } = config
  const { ways } = providers
  const cipher = createSecretCipher(sessionSecret, 'two-factor')
  const passkeys = createPasskeys({ db, now, publicUrl, secret: sessionSecret })
  const checkNewPassword = createPasswordCheck({ breachedPasswordsUrl, log: app.log })
  const openSession = createOpenSession(services, sessions)
  const secondFactor = createSecondFactor(services, cipher)
  const confirmIdentity = createConfirmIdentity(services, passkeys)
  const site = new URL(publicUrl).host
  signInRoutes(app, services, { ...providers, openSession, checkNewPassword, secondFactor, registration })
  openidRoutes(app, services, { ...providers, openSession, sessions, registration })
  twoFactorRoutes(app, services, { confirmIdentity, secondFactor, cipher, passkeys, requireTwoFactor, site })
  passkeyRoutes(app, services, { passkeys, confirmIdentity, openSession, ways })
  passwordResetRoutes(app, services, { ways, checkNewPassword })
  emailVerificationRoutes(app, services)
  emailRecoveryRoutes(app, services, checkNewPassword)
  notMeRoutes(app, services, ways)
  profileRoutes(app, services, checkNewPassword)
  sessionRoutes(app, services, sessions)
  const withConfirmedUser: WithConfirmedUser = async (session, confirmation, work) =>
    withAuthenticatedUser(db, await confirmIdentity(session, confirmation), work)
  return { confirmIdentity, withConfirmedUser }
}
