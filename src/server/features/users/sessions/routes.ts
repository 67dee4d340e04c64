import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { Refusal } from '#server/errors.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { endSessions, listSessions } from './sessions.ts'

export function sessionRoutes(app: FastifyInstance, services: Services) {
  const { db, now, disconnect } = services

  serve(app, services, users.sessions, async ({ session }) => listSessions(db, session, now()))

  serve(app, services, users.endSession, async ({ session, params }) => {
    const ended = await endSessions(db, session.userId, { only: params.id })
    if (ended.length === 0) throw new Refusal('not-found', 'sessionNotFound')
    disconnect(ended)
    return null
  })

  serve(app, services, users.endOtherSessions, async ({ session }) => {
    disconnect(await endSessions(db, session.userId, { except: session.id }))
    return null
  })
}
