import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/http/serve.ts'
import type { GoogleSignIn } from './google/google-sign-in.ts'
import { profileRoutes } from './profile/routes.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import type { Sessions } from './sessions/sessions.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { emailVerificationRoutes } from './email-verification/routes.ts'

export interface SignInMethods {
  sessions: Sessions
  /** Undefined where Google is not set up. */
  google: GoogleSignIn | undefined
}

export function userRoutes(app: FastifyInstance, services: Services, waysIn: SignInMethods) {
  signInRoutes(app, services, waysIn)
  passwordResetRoutes(app, services)
  emailVerificationRoutes(app, services)
  profileRoutes(app, services)
  sessionRoutes(app, services)
}
