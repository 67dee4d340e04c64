import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#contract/endpoint.ts'
import { omitNulls } from '#contract/input/omit-nulls.ts'
import { hasScope, type TokenScope } from '#contract/integrations/token-scopes.ts'
import type { Maintenance } from '#contract/administration/administration.ts'
import type { RevocationReason } from '#contract/timer-events.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { validate } from '#contract/validate.ts'
import type { Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { type FileResponse, sendFile } from './file-response.ts'
import { findOrCreateId, readIdempotencyKey } from './idempotency.ts'
import type { LoadShedder } from './load-shedding.ts'
import type { LongQuestions } from './long-questions/long-questions.ts'
import { networkOf, type RateLimits } from './rate-limits.ts'
import type { Quotas } from '#server/quotas.ts'
import { StreamedReply } from './long-questions/streamed-reply.ts'

const MAINTENANCE_RETRY_SECONDS = 30

export interface Session {
  id: string
  userId: string
  /** What an access token may do; missing for a login session, which may do everything. */
  scopes?: readonly TokenScope[]
  startedAt: number
  expiresAt: number
  language: Language | null
  /** The account can do nothing but verify its address. */
  mustVerify: boolean
  /** The operator asks this user for two-factor sign-in, and it is not set up yet. */
  mustSetUpTwoFactor: boolean
}

/** Everything that handlers depend on. They import no singletons, so tests can pass their own. */
export interface Services {
  db: Db
  now: () => number
  /** The user or network that a request comes from, found without a database query. */
  callerOf: (request: FastifyRequest) => string
  /** The session of a request, or undefined if it has neither one nor an access token. */
  sessionOf: (request: FastifyRequest) => Promise<Session | undefined>
  limits: RateLimits
  /** Limits what one account can store. */
  quotas: Quotas
  withLoadLimit: LoadShedder
  /** Runs queries whose cost grows with the user's account. */
  questions: LongQuestions
  /** Closes the sockets of these sessions, after telling their clients the reason. */
  disconnect: (sessionIds: string[], reason?: RevocationReason) => void
  /** Tells the user's clients that a list has changed, so that all devices show the same. */
  announceChange: (userId: string, list: string) => void
  /** The maintenance of the site, during which nothing is changed; null if there is none. */
  maintenance: () => Maintenance
  /** Whether replies are checked against the contract. Tests do so; in production the types are trusted. */
  checkReplies: boolean
}

type SessionFor<E extends Endpoint> = E extends { public: true } ? { session?: undefined } : { session: Session }
type Data<E extends Endpoint> = z.input<E['reply']>
/** A handler may set headers of the reply, and returns its data. */
export type Handler<E extends Endpoint> = (
  input: Parsed<E> & SessionFor<E> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<E extends { file: readonly string[] } ? FileResponse : Data<E> | StreamedReply<Data<E>>>

/** Registers a route for an endpoint of the contract: it authenticates, validates, calls the handler and replies. */
export function serve<E extends Endpoint>(app: FastifyInstance, services: Services, endpoint: E, handle: Handler<E>) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
    async handler(request, reply) {
      const data = await services.withLoadLimit(services.callerOf(request), async () => {
        const session = await authenticate(endpoint, services, request)
        if (services.maintenance() !== null) rejectDuringMaintenance(endpoint)
        const input = {
          session,
          request,
          reply,
          params: parse(endpoint.params, request.params),
          query: parse(endpoint.query, request.query),
          body: await readBody(endpoint, services, session, request),
        }
        // The three parts were parsed with the schemas of this endpoint, which TypeScript cannot infer.
        return handle(input as never)
      })
      if (endpoint.file !== undefined) return sendFile(reply, data as FileResponse)
      const check = services.checkReplies ? (data: unknown) => checkReply(endpoint, data) : undefined
      if (data instanceof StreamedReply) return data.send(reply, check)
      check?.(data)
      reply.code(endpoint.creates ? 201 : 200)
      return { ok: true, data }
    },
  })
}

/** Finds the session, applies the general rate limit, and refuses a request that needs a session and has none. */
async function authenticate(endpoint: Endpoint, { sessionOf, limits }: Services, request: FastifyRequest) {
  const session = endpoint.public ? undefined : await sessionOf(request)
  if (!endpoint.limitsItself) limits.countCall(session === undefined ? networkOf(request.ip) : limitedAs(session))
  request.userLanguage = session?.language ?? null
  request.limitedAs = session && limitedAs(session)
  if (!endpoint.public) rejectWithoutAccess(endpoint, session)
  return session
}

/** With an address that has to be verified first, only the account itself is accessible. */
function rejectWithoutAccess(endpoint: Endpoint, session: Session | undefined) {
  const { path, scopes, allowedBeforeSetUp } = endpoint
  if (session === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  const refusal = findScopeRefusal(session, scopes)
  if (refusal !== undefined) throw refusal
  if (session.mustVerify && !path.startsWith('/users/')) throw new Refusal('forbidden', 'verifyFirst')
  if (session.mustSetUpTwoFactor && allowedBeforeSetUp !== true)
    throw new Refusal('two-factor-not-set-up', 'twoFactorNotSetUp')
}

/** Access tokens have access only where the contract says so. The details of the refusal name the scope that is missing. */
export function findScopeRefusal({ scopes: granted }: Pick<Session, 'scopes'>, oneOf: readonly TokenScope[] = []) {
  if (granted === undefined) return undefined
  const [scope] = oneOf
  if (scope === undefined) return new Refusal('forbidden', 'notForTokens')
  const key = SCOPE_MESSAGES[scope]
  return hasScope(granted, oneOf) ? undefined : new Refusal('scope-required', key, { [scope]: { key, params: {} } })
}

const SCOPE_MESSAGES = {
  read: 'needsScopeRead',
  'time-entries': 'needsScopeTimeEntries',
  timer: 'needsScopeTimer',
  catalogue: 'needsScopeCatalogue',
  reports: 'needsScopeReports',
  everything: 'needsScopeEverything',
} as const satisfies Record<TokenScope, MessageKey>

/**
 * Whose requests count together: those of the user's login sessions, or of one access token. A program that does not stop
 * locks out only itself.
 */
const limitedAs = ({ id, userId, scopes }: Session) => (scopes === undefined ? userId : `token ${id}`)

/** Reads go on, and so do signing in and what administrators do. */
function rejectDuringMaintenance({ method, duringMaintenance }: Endpoint) {
  if (method !== 'GET' && !duringMaintenance)
    throw new Refusal('unavailable', 'maintenance', undefined, MAINTENANCE_RETRY_SECONDS)
}

/**
 * A missing body is an empty object, so that the refusal names each missing field. Only an update needs a body, as without
 * any field it would do nothing.
 */
function parseBody({ method, body }: Endpoint, request: FastifyRequest): unknown {
  if (body === undefined) return undefined
  const given = method === 'PUT' ? request.body : (request.body ?? {})
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Refusal('invalid', 'bodyRequired')
  return parse(body, omitNulls(body, given))
}

/** The validated body. If it has no id, its `Idempotency-Key` decides the id. */
async function readBody(
  endpoint: Endpoint,
  { db, now }: Services,
  session: Session | undefined,
  request: FastifyRequest,
) {
  const body = parseBody(endpoint, request) as { id?: string } | undefined
  const key = session && readIdempotencyKey(endpoint, request)
  if (session === undefined || key === undefined || body?.id !== undefined) return body
  const { method, path } = endpoint
  return { ...body, id: await findOrCreateId(db, session.userId, [method, path, key], now()) }
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
    /** Whose requests count together with this one in the limits of users; undefined without a session. */
    limitedAs: string | undefined
  }
}
