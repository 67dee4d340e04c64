import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/http/serve.ts'
import { repeatJob } from '#server/jobs/repeat-job.ts'
import { createFetchOutside } from '#server/outbound/fetch-outside.ts'
import { createSecretCipher } from '#server/secrets/secret-cipher.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'

const INTERVAL_MS = 1_000

interface Parts extends Pick<Services, 'db' | 'now'> {
  config: Pick<Config, 'outboundNetworks'>
  sessionSecret: string
}

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: Dispatcher
  }
}

/** Looks every second for what is due. */
export function startDispatcher(app: FastifyInstance, { config, db, now, sessionSecret }: Parts) {
  const { log, metrics } = app
  const fetchOutside = createFetchOutside({ allowedNetworks: config.outboundNetworks })
  const cipher = createSecretCipher(sessionSecret, 'webhooks')
  app.decorate('webhooks', createDispatcher({ db, now, fetchOutside, cipher, metrics, log }))
  repeatJob(app, 'webhooks', INTERVAL_MS, app.webhooks.deliver)
  app.addHook('preClose', app.webhooks.stop)
}
