import type { FastifyInstance } from 'fastify'
import { push } from '#contract/push.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { refuseField } from '#server/errors.ts'
import { serve, type Services } from '#server/http/serve.ts'
import type { Push } from './push.ts'
import { deleteSubscription, listSubscriptions, upsertSubscription } from './queries.ts'

export function pushRoutes(app: FastifyInstance, services: Services, { publicKey, isPushService }: Push) {
  const { db, now } = services

  serve(app, services, push.key, async () => ({ publicKey }))

  serve(app, services, push.list, async ({ session }) => {
    const subscriptions = await listSubscriptions(db, session.userId)
    return subscriptions.map(({ endpoint, language }) => ({ endpoint, language }))
  })

  serve(app, services, push.subscribe, async ({ session, body }) => {
    if (!isPushService(body.endpoint)) throw refuseField('endpoint', 'unknownPushService')
    return withUserLock(db, session.userId, (db) => upsertSubscription(db, session, body, now()))
  })

  serve(app, services, push.unsubscribe, async ({ session, body }) => {
    await deleteSubscription(db, session.userId, body.endpoint)
    return null
  })
}
