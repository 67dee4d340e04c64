import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { type Config, DEFAULT_CONTACT } from '#server/config.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { hasUsers } from './admission.ts'
import { findInvitationState } from './invitations.ts'

export function registrationRoutes(app: FastifyInstance, services: Services, { registration, about }: Config) {
  const { db, now } = services

  serve(app, services, users.registration, async ({ body }) => ({
    mode: registration.mode,
    domains: registration.mode === 'domains' ? [...registration.domains] : [],
    isFirst: !(await hasUsers(db)),
    invitation: await findInvitationState(db, body.invitation, now()),
    contact: about.contact === DEFAULT_CONTACT ? null : about.contact,
  }))
}
