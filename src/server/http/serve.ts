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

/** What every handler may use. Handlers import no singletons, so a test passes its own. */
export interface Services {
  db: Db
  now: () => number
  /** Who calls, told without asking the database: a user, or a network. */
  callerOf: (request: FastifyRequest) => string
  /** The session a request is made with, or undefined for a stranger. */
  sessionOf: (request: FastifyRequest) => Promise<Session | undefined>
  limits: RateLimits
  withLoadLimit: LoadShedder
  /** Ends the live connections of these sessions, and says why. */
  disconnect: (sessionIds: string[], reason?: 'signed-out' | 'deleted') => void
  /** Tests check that handlers reply as the contract says; in production the types are trusted. */
  checkReplies: boolean
}

type SessionFor<E extends Endpoint> = E extends { public: true } ? { session?: undefined } : { session: Session }
type Handler<E extends Endpoint> = (
  input: Parsed<E> & SessionFor<E> & { request: FastifyRequest },
) => Promise<E extends { file: readonly string[] } ? FileResponse : z.input<E['reply']>>

/** Puts an endpoint of the contract on the air: authenticates, validates, replies. */
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
        // The three parts were parsed with this very endpoint's schemas, which TypeScript cannot follow.
        return handle(input as never)
      })
      if (endpoint.file !== undefined) return sendFile(reply, data as FileResponse)
      if (services.checkReplies) checkReply(endpoint, data)
      reply.code(endpoint.creates ? 201 : 200)
      return { ok: true, data }
    },
  })
}

/** Lets a caller in who has not called too often, and has a session where one is needed. */
async function authenticate(endpoint: Endpoint, { sessionOf, limits }: Services, request: FastifyRequest) {
  const session = endpoint.public ? undefined : await sessionOf(request)
  limits.countCall(session?.userId ?? networkOf(request.ip))
  if (!endpoint.public && session === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  request.userLanguage = session?.language ?? null
  return session
}

/** Whether what the endpoint makes may be named by its client, with an id or an `Idempotency-Key`. */
export const acceptsIdempotencyKey = ({ creates, body }: Endpoint) =>
  creates === true && body instanceof z.ZodMiniObject && 'id' in body.shape

/** The id of something new that has none follows from the call's key: the same call again finds the same thing. */
function bodyWithId(endpoint: Endpoint, session: Session | undefined, { body, headers }: FastifyRequest): unknown {
  const key = headers['idempotency-key']
  // A call without a body lacks every field of it, and says so field by field.
  if (key === undefined || session === undefined || !acceptsIdempotencyKey(endpoint)) return body ?? {}
  if (!/^[ -~]{1,255}$/.test(String(key))) throw refuseField('Idempotency-Key', 'invalidValue')
  const call = JSON.stringify([session.userId, endpoint.method, endpoint.path, key])
  return { id: uuidV8(createHash('sha256').update(call).digest()), ...(body as object | null) }
}

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const verdict = validate(schema, value)
  if (!verdict.ok) throw new Refusal('invalid', 'invalidRequest', verdict.problems)
  return verdict.data
}

function checkReply(endpoint: Endpoint, data: unknown) {
  const declared = z.parse(endpoint.reply, data)
  if (JSON.stringify(declared) !== JSON.stringify(data))
    throw new Error(`${endpoint.method} ${endpoint.path} replied with fields that its contract does not declare`)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user's language, for replies to clients that ask for none. */
    userLanguage: Language | null
  }
}
