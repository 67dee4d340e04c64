import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { MAX_BODY_BYTES } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/errors.ts'
import { countRequest } from '#server/yield-to-event-loop.ts'
import { type AllowedMethods, recordRoutes } from './allowed-methods.ts'
import { dropUnreadBody } from './drop-unread-body.ts'
import { replyToClientError, replyToError } from './error-reply.ts'
import { securityHeaders, setHeaders } from './headers.ts'
import { createMetrics } from './metrics.ts'
import { standardOutput } from './standard-output.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
    allowedMethods: AllowedMethods
  }
}

export interface LogStream {
  write: (line: string) => void
}

/** A Fastify server with everything that all routes share: log, limits, headers, metrics and error replies. */
export function createHttpServer(config: Config, logTo: LogStream = standardOutput) {
  const headers = securityHeaders(config)
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
  app.decorate('allowedMethods', recordRoutes(app))
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  app.decorate('metrics', createMetrics(app, config.metricsToken))
  setHeaders(app, headers, config.corsOrigins)
  if (config.trustProxy === false) warnOfUntrustedProxy(app)
  app.addHook('onRequest', async () => countRequest())
  app.addHook('onRequest', refuseTraversal)
  app.addHook('onSend', dropUnreadBody)
  app.addHook('onSend', cutUnreadReply)
  app.decorateRequest('userLanguage', null)
  app.decorateRequest('limitedAs', undefined)
  app.setErrorHandler(replyToError)
  return app
}

/** A path with a backslash or with `..` as a folder, plain or encoded, names nothing here. */
const TRAVERSAL = /\\|%5c|(?:\/|%2f)(?:\.|%2e){2}(?:[/;]|%2f|%3b|$)/i

async function refuseTraversal({ url }: FastifyRequest) {
  const [path = ''] = url.split('?', 1)
  if (TRAVERSAL.test(path)) throw new Refusal('not-found', 'pageNotFound')
}

/** The same time as for a reply that is streamed (`long-questions/send-stream.ts`). */
const MAX_STALL_MS = 30_000

/**
 * Node closes the connection if its client takes nothing of a reply for this time, because an unread reply would keep its
 * memory. When the reply was sent, Node sets the time that a connection may be idle instead.
 */
async function cutUnreadReply({ raw: { socket } }: FastifyRequest, _reply: FastifyReply, payload: unknown) {
  if (typeof payload === 'string' && socket instanceof Socket) socket.setTimeout(MAX_STALL_MS)
}

/** Logged once: an operator has to see it, and a client can send the header with every request. */
function warnOfUntrustedProxy(app: FastifyInstance) {
  let isTold = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isTold || headers['x-forwarded-for'] === undefined) return
    isTold = true
    app.log.warn(
      'X-Forwarded-For arrived and is ignored: behind a proxy set TRUST_PROXY, or all users share the limits of one address',
    )
  })
}

/** Many clients send the JSON content type with every request, also with those that have no body. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  )
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
