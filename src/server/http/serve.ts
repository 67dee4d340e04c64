import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { validate } from '#contract/validate.ts'
import type { Language } from '#core/language.ts'
import { uuidV8 } from '#core/uuid.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal, refuseField } from '#server/errors.ts'
import { type FileResponse, sendFile } from './file-response.ts'
import type { LoadShedder } from './load-shedding.ts'
import { networkOf, type RateLimits } from './rate-limits.ts'

export interface Session {
  id: string
  userId: string
  startedAt: number
  expiresAt: number
  language: Language | null
}

/** Everything that handlers depend on. They import no singletons, so tests can pass their own. */
export interface Services {
  db: Db
  now: () => number
  /** The user or network that a request comes from, found without a database query. */
  callerOf: (request: FastifyRequest) => string
  /** The login session of a request, or undefined if it has none. */
  sessionOf: (request: FastifyRequest) => Promise<Session | undefined>
  limits: RateLimits
  withLoadLimit: LoadShedder
  /** Closes the sockets of these sessions, after telling their clients the reason. */
  disconnect: (sessionIds: string[], reason?: 'signed-out' | 'deleted') => void
  /** Whether replies are checked against the contract. Tests do so; in production the types are trusted. */
  checkReplies: boolean
}

type SessionFor<E extends Endpoint> = E extends { public: true } ? { session?: undefined } : { session: Session }
type Handler<E extends Endpoint> = (
  input: Parsed<E> & SessionFor<E> & { request: FastifyRequest },
) => Promise<E extends { file: readonly string[] } ? FileResponse : z.input<E['reply']>>

/** Registers a route for an endpoint of the contract: it authenticates, validates, calls the handler and replies. */
export function serve<E extends Endpoint>(app: FastifyInstance, services: Services, endpoint: E, handle: Handler<E>) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const data = await services.withLoadLimit(services.callerOf(request), async () => {
        const session = await authenticate(endpoint, services, request)
        const input = {
          session,
          request,
          params: parse(endpoint.params, request.params),
          query: parse(endpoint.query, request.query),
          body: parse(endpoint.body, bodyWithId(endpoint, session, request)),
        }
        // The three parts were parsed with the schemas of this endpoint, which TypeScript cannot infer.
        return handle(input as never)
      })
      if (endpoint.file !== undefined) return sendFile(reply, data as FileResponse)
      if (services.checkReplies) checkReply(endpoint, data)
      reply.code(endpoint.creates ? 201 : 200)
      return { ok: true, data }
    },
  })
}

/** Finds the session, applies the general rate limit, and refuses a request that needs a session and has none. */
async function authenticate(endpoint: Endpoint, { sessionOf, limits }: Services, request: FastifyRequest) {
  const session = endpoint.public ? undefined : await sessionOf(request)
  limits.countCall(session?.userId ?? networkOf(request.ip))
  if (!endpoint.public && session === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  request.userLanguage = session?.language ?? null
  return session
}

/** Whether the client may choose the id of the created resource, by `id` or by an `Idempotency-Key`. */
export const acceptsIdempotencyKey = ({ creates, body }: Endpoint) =>
  creates === true && body instanceof z.ZodMiniObject && 'id' in body.shape

/** Derives a missing id from the `Idempotency-Key`, so that a repeated request finds the resource it has created. */
function bodyWithId(endpoint: Endpoint, session: Session | undefined, { body, headers }: FastifyRequest): unknown {
  const key = headers['idempotency-key']
  // Without a body the schema validates an empty object, so that the refusal names each missing field.
  if (key === undefined || session === undefined || !acceptsIdempotencyKey(endpoint)) return body ?? {}
  if (!/^[ -~]{1,255}$/.test(String(key))) throw refuseField('Idempotency-Key', 'invalidValue')
  const scope = JSON.stringify([session.userId, endpoint.method, endpoint.path, key])
  return { id: uuidV8(createHash('sha256').update(scope).digest()), ...(body as object | null) }
}

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = validate(schema, value)
  if (!result.ok) throw new Refusal('invalid', 'invalidRequest', result.problems)
  return result.data
}

function checkReply(endpoint: Endpoint, data: unknown) {
  const declared = z.parse(endpoint.reply, data)
  if (JSON.stringify(declared) !== JSON.stringify(data))
    throw new Error(`${endpoint.method} ${endpoint.path} replied with fields that its contract does not declare`)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the signed-in user, for replies to requests without `Accept-Language`. */
    userLanguage: Language | null
  }
}
