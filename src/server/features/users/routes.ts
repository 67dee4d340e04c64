import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/http/serve.ts'
import type { Google } from './google.ts'
import { profileRoutes } from './profile-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import type { Sessions } from './sessions.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { verificationRoutes } from './verification-routes.ts'

export interface WaysIn {
  sessions: Sessions
  /** Undefined where Google is not set up. */
  google: Google | undefined
}

export function userRoutes(app: FastifyInstance, services: Services, waysIn: WaysIn) {
  signInRoutes(app, services, waysIn)
  resetRoutes(app, services)
  verificationRoutes(app, services)
  profileRoutes(app, services)
  sessionRoutes(app, services)
}
