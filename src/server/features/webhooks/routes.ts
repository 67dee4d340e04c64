import type { FastifyInstance } from 'fastify'
import { webhooks } from '#contract/integrations/webhooks.ts'
import { parseIp, type Network } from '#core/outbound/ip-address.ts'
import { isReachable } from '#core/outbound/reachable-address.ts'
import { DAY_MS } from '#core/time/units.ts'
import { TEST_EVENT } from '#core/webhooks/event-types.ts'
import type { Db } from '#server/db/connect.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, Refusal, refuseField } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { requireUser } from '#server/features/users/queries.ts'
import { serve, type Services } from '#server/http/serve.ts'
import { checkUrl } from '#server/outbound/check-url.ts'
import { addDeliveries, toPayload } from '#server/outbound/record-events.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import {
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  replaceSecret,
  resumeWebhook,
  updateWebhook,
} from './queries.ts'
import { createSecret } from './secrets.ts'

/** Receivers have this time to learn a new secret. */
const FORMER_SECRET_MS = DAY_MS

interface Options {
  sessionSecret: string
  outboundNetworks: readonly Network[]
}

export function webhookRoutes(app: FastifyInstance, services: Services, { sessionSecret, outboundNetworks }: Options) {
  const cipher = createSecretCipher(sessionSecret, 'webhooks')
  const { db, now, quotas } = services
  const encrypt = (userId: string, secret: string) => cipher.encrypt(Buffer.from(secret), userId)
  const find = async (db: Db, userId: string, id: string) =>
    assertFound(await findWebhook(db, userId, id), 'webhookNotFound')

  serve(app, services, webhooks.list, ({ session: { userId } }) => listWebhooks(db, userId))

  serve(app, services, webhooks.create, async ({ session, body, request }) => {
    const { userId } = session
    checkAddress(body.url, outboundNetworks)
    return withUserLock(db, userId, async (db) => {
      const { verified_at: verifiedAt } = await requireUser(db, session)
      if (verifiedAt === null) throw new Refusal('forbidden', 'shareNeedsVerified')
      const id = body.id ?? newId(now())
      // Its secret was in the first reply only, so a repeated request cannot have the same reply.
      if ((await findWebhook(db, userId, id)) !== undefined) throw new Refusal('conflict', 'conflict')
      await quotas.checkRecord(db, userId, 'webhooks')
      const secret = createSecret()
      await insertWebhook(db, userId, { ...body, id, secret: encrypt(userId, secret) }, now())
      await recordSecurityEvent(db, { userId, kind: 'webhook-made', request, subject: id }, now())
      return { ...(await find(db, userId, id)), secret }
    })
  })

  serve(app, services, webhooks.update, async ({ session: { userId }, params: { id }, body }) => {
    if (body.url !== undefined) checkAddress(body.url, outboundNetworks)
    return withUserLock(db, userId, async (db) => {
      await find(db, userId, id)
      return assertFound(await updateWebhook(db, userId, { id, ...body }, now()), 'webhookNotFound')
    })
  })

  serve(app, services, webhooks.remove, ({ session: { userId }, params: { id } }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await deleteWebhook(db, userId, id), 'webhookNotFound')
      return null
    }),
  )

  serve(app, services, webhooks.rotateSecret, ({ session: { userId }, params: { id } }) =>
    withUserLock(db, userId, async (db) => {
      await find(db, userId, id)
      const secret = createSecret()
      const formerUntil = now() + FORMER_SECRET_MS
      await replaceSecret(db, { userId, id }, { secret: encrypt(userId, secret), formerUntil })
      return { secret }
    }),
  )

  serve(app, services, webhooks.pause, ({ session: { userId }, params: { id } }) =>
    withUserLock(db, userId, async (db) => {
      await find(db, userId, id)
      await pauseWebhook(db, { userId, id }, 'user', now())
      return find(db, userId, id)
    }),
  )

  serve(app, services, webhooks.resume, ({ session: { userId }, params: { id }, body: { waiting } }) =>
    withUserLock(db, userId, async (db) => {
      await find(db, userId, id)
      await resumeWebhook(db, { userId, id }, waiting, now())
      return find(db, userId, id)
    }),
  )

  deliveryRoutes(app, services)
}

/** The log of a webhook, and what a user sends by hand: at once, and once. */
function deliveryRoutes(app: FastifyInstance, services: Services) {
  const { db, now } = services

  serve(app, services, webhooks.deliveries, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findWebhook(db, userId, id), 'webhookNotFound')
    return listDeliveries(db, { userId, id })
  })

  serve(app, services, webhooks.test, ({ session: { userId }, params: { id } }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await findWebhook(db, userId, id), 'webhookNotFound')
      const payload = toPayload({ type: TEST_EVENT, data: { id } }, now())
      const messages = [{ event_id: newId(now()), type: TEST_EVENT, payload }]
      await addDeliveries(db, { userId, id }, { messages, isManual: true, now: now() })
      return null
    }),
  )

  serve(app, services, webhooks.resend, ({ session: { userId }, params: { id, position } }) =>
    withUserLock(db, userId, async (db) => {
      assertFound(await findWebhook(db, userId, id), 'webhookNotFound')
      const found = assertFound(await findDelivery(db, { userId, id }, Number(position)), 'deliveryNotFound')
      const { event_id, type, payload } = found
      await addDeliveries(db, { userId, id }, { messages: [{ event_id, type, payload }], isManual: true, now: now() })
      return null
    }),
  )
}

/** Refuses what can be known to fail; the addresses of a name are checked with each request. */
function checkAddress(url: string, allowedNetworks: readonly Network[]) {
  let hostname: string
  try {
    hostname = checkUrl(url).hostname
  } catch {
    throw refuseField('url', 'webhookAddressUnusable')
  }
  const address = parseIp(hostname.replace(/^\[(.*)\]$/, '$1'))
  if (address !== undefined && !isReachable(address, allowedNetworks))
    throw refuseField('url', 'webhookNetworkNotAllowed')
}
