import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/http/serve.ts'
import { emailRecoveryRoutes } from './email-recovery/routes.ts'
import { emailVerificationRoutes } from './email-verification/routes.ts'
import { notMeRoutes } from './not-me/routes.ts'
import { openidRoutes } from './openid/routes.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { type SignInMethods, signInRoutes } from './sign-in/routes.ts'

export function userRoutes(app: FastifyInstance, services: Services, signInMethods: SignInMethods) {
  signInRoutes(app, services, signInMethods)
  openidRoutes(app, services, signInMethods)
  passwordResetRoutes(app, services, signInMethods.ways)
  emailVerificationRoutes(app, services)
  emailRecoveryRoutes(app, services)
  notMeRoutes(app, services)
  profileRoutes(app, services)
  sessionRoutes(app, services, signInMethods.sessions)
}
