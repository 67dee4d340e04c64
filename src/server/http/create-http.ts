import { randomBytes } from 'node:crypto'
import fastify, { LogController } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '#server/config.ts'
import { refuseBrokenRequests, replyToError } from './error-reply.ts'
import { securityHeaders, setHeaders } from './headers.ts'
import { measure } from './metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** An HTTP server with everything that holds for all its answers, and no answer yet. */
export function createHttp(config: Config) {
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
  return app
}

/** Database errors carry the offending row beside their message; a log must not. */
function withoutData({ name, message, stack, code }: Error & { code?: string }) {
  return { type: name, message, stack: stack ?? '', code }
}
