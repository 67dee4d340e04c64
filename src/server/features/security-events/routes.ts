import type { FastifyInstance } from 'fastify'
import { securityEvents } from '#contract/security/events.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { listSecurityEvents } from './queries.ts'

export function securityEventRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services
  serve(app, services, securityEvents.list, ({ session }) => listSecurityEvents(db, session.userId, now()))
}
