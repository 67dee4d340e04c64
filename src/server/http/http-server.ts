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

/** Where the log goes. */
export interface LogStream {
  write: (line: string) => void
}

/** An HTTP server with everything that holds for all its answers, and no answer yet. */
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
    // Long enough for the largest import over a slow line.
    requestTimeout: 120_000,
    http: { maxHeaderSize: 8 * 1024, headersTimeout: 15_000 },
    clientErrorHandler: replyToClientError(headers),
    // An address that cannot be decoded is refused before any hook has set the headers.
    frameworkErrors: (error, request, reply) => void replyToError(error, request, reply.headers(headers)),
    routerOptions: { maxParamLength: 200 },
    // What is asked on an open connection while the server stops is still answered.
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

/** Node takes a connection on which nothing was asked yet for a busy one, and would wait for it when the server stops. */
function closeUnusedConnections(app: FastifyInstance) {
  const unused = new Set<Socket>()
  const isUsed = ({ socket }: IncomingMessage) => unused.delete(socket)
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', isUsed).on('upgrade', isUsed)
  app.addHook('preClose', async () => unused.forEach((socket) => socket.destroy()))
}

/** Endpoints are described with zod and checked by `serve`; Fastify's own compilers are never loaded. */
function refuseFastifySchemas(): never {
  throw new Error('Routes have no schemas of Fastify')
}

/** Database errors carry the offending row beside their message; a log must not. */
function serializeError({ name, message, stack, code }: Error & { code?: string }) {
  return { type: name, message, stack: stack ?? '', code }
}
