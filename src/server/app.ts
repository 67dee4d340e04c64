import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastify, { LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { VERSION } from '#core/version.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { aboutRoutes } from './features/about/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { createSessions } from './features/users/sessions.ts'
import { referencePage } from './http/api-reference.ts'
import { refuseBrokenRequests, replyToError } from './http/error-reply.ts'
import { securityHeaders, setHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { measure } from './http/metrics.ts'
import type { Services } from './http/serve.ts'
import { serveWebFiles } from './http/web-files.ts'
import { openSockets, sessionRoom } from './realtime/sockets.ts'

interface Parts {
  config: Config
  db: Db
  sessionSecret: string
  now?: () => number
  checkReplies?: boolean
  /** Where the built front end lies. */
  webDir?: string
}

const BUILT_WEB = join(import.meta.dirname, '../../dist')

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Puts the product together; `main.ts` makes it listen, tests call it as it is. */
export async function createApp(parts: Parts) {
  const { config, db, sessionSecret, now = Date.now, checkReplies = false, webDir = BUILT_WEB } = parts
  const headers = securityHeaders(config.publicUrl)
  const app = fastify({
    logger: {
      level: config.logLevel,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: withoutData },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    http: { maxHeaderSize: 8 * 1024, headersTimeout: 15_000 },
    clientErrorHandler: refuseBrokenRequests,
    // An address that cannot be decoded is refused before any hook has set the headers.
    frameworkErrors: (error, request, reply) => void replyToError(error, request, reply.headers(headers)),
    routerOptions: { maxParamLength: 200 },
  })
  app.removeContentTypeParser('text/plain')
  app.decorate('metrics', measure(app))
  setHeaders(app, headers, config.corsOrigins)
  app.decorateRequest('userLanguage', null)
  app.setErrorHandler(replyToError)
  healthRoutes(app, db)
  await serveWebFiles(app, webDir)

  const sessions = createSessions(sessionSecret, now)
  const findSession = (token: string) => sessions.find(db, token)
  const sockets = openSockets(app.server, { config, findSession, now, log: app.log })
  app.addHook('preClose', async () => {
    await sockets.close()
  })

  const services: Services = {
    db,
    now,
    checkReplies,
    sessionOf: async ({ headers }) => {
      const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-auth-token']
      return typeof token === 'string' ? findSession(token) : undefined
    },
    disconnect: (sessionIds) => sockets.in(sessionIds.map(sessionRoom)).disconnectSockets(true),
  }
  await app.register(
    async (api) => {
      referencePage(api, config.publicUrl, VERSION)
      aboutRoutes(api, services, config)
      userRoutes(api, services, sessions)
    },
    { prefix: '/api' },
  )
  return app
}

/** Database errors carry the offending row beside their message; a log must not. */
function withoutData({ name, message, stack, code }: Error & { code?: string }) {
  return { type: name, message, stack: stack ?? '', code }
}
