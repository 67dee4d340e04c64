import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import { replyToClientError, replyToError } from './error-reply.ts'
import { securityHeaders, setHeaders } from './headers.ts'
import { createMetrics } from './metrics.ts'
import { standardOutput } from './standard-output.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

export interface LogStream {
  write: (line: string) => void
}

/** A Fastify server with everything that all routes share: log, limits, headers, metrics and error replies. */
export function createHttpServer(config: Config, logTo: LogStream = standardOutput) {
  const headers = securityHeaders(config.publicUrl)
  const app = fastify({
    logger: {
      level: config.logLevel,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: serializeError },
      stream: logTo,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    // Long enough to upload the largest import over a slow connection.
    requestTimeout: 120_000,
    http: { maxHeaderSize: 8 * 1024, headersTimeout: 15_000 },
    clientErrorHandler: replyToClientError(headers),
    // A URL that cannot be decoded is refused before the hooks run, so the headers are set here.
    frameworkErrors: (error, request, reply) => void replyToError(error, request, reply.headers(headers)),
    routerOptions: { maxParamLength: 200 },
    // While the server stops, requests on open connections are still answered.
    return503OnClosing: false,
    schemaController: {
      compilersFactory: { buildValidator: refuseFastifySchemas, buildSerializer: refuseFastifySchemas },
    },
  })
  closeUnusedConnections(app)
  app.removeContentTypeParser('text/plain')
  app.decorate('metrics', createMetrics(app, config.metricsToken))
  setHeaders(app, headers, config.corsOrigins)
  app.decorateRequest('userLanguage', null)
  app.setErrorHandler(replyToError)
  return app
}

/** Node counts a connection without any request as busy, and would wait for it when the server stops. */
function closeUnusedConnections(app: FastifyInstance) {
  const unused = new Set<Socket>()
  const markUsed = ({ socket }: IncomingMessage) => unused.delete(socket)
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', markUsed).on('upgrade', markUsed)
  app.addHook('preClose', async () => unused.forEach((socket) => socket.destroy()))
}

/** `serve` validates with zod. Fastify's own schema compilers are not loaded, which saves time and memory. */
function refuseFastifySchemas(): never {
  throw new Error('Routes must not have Fastify schemas')
}

/** Leaves out other fields: database errors contain the values of the failed row, which must not get into the log. */
function serializeError({ name, message, stack, code }: Error & { code?: string }) {
  return { type: name, message, stack: stack ?? '', code }
}
