import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { cancelPendingChanges } from '#server/features/users/credentials/cancel-pending.ts'
import { lockUser } from '#server/features/users/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { endSessions, listSessions, type Sessions } from './sessions.ts'

export function sessionRoutes(app: FastifyInstance, services: Services, { maxIdleMs }: Sessions) {
  const { db, now, disconnect } = services

  serve(app, services, users.sessions, async ({ session }) => listSessions(db, session, now(), maxIdleMs))

  serve(app, services, users.endSession, async ({ session, params }) => {
    const ended = await endSessions(db, session.userId, { only: params.id })
    if (ended.length === 0) throw new Refusal('not-found', 'sessionNotFound')
    disconnect(ended)
    return null
  })

  serve(app, services, users.endOtherSessions, async ({ session, request }) => {
    const ended = await transact(db, async (db) => {
      const user = await lockUser(db, session.userId)
      // The user suspects an intruder, who may also have requested links.
      if (user !== undefined) await cancelPendingChanges(db, user, now())
      const ended = await endSessions(db, session.userId, { except: session.id })
      if (ended.length > 0)
        await recordSecurityEvent(db, { userId: session.userId, kind: 'sessions-ended', request }, now())
      return ended
    })
    disconnect(ended)
    return null
  })
}
