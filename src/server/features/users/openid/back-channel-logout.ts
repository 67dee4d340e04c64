import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { transact } from '#server/db/transact.ts'
import type { Services } from '#server/http/serve.ts'
import { CLOCK_TOLERANCE_SECONDS, type OpenidProvider } from './provider.ts'
import { endProviderSessions } from './provider-sessions.ts'
import type { Openid } from './providers.ts'

const MAX_BODY_BYTES = 16 * 1024
const KEYS_TIMEOUT_MS = 5_000
const MAX_TOKEN_AGE_SECONDS = 5 * 60
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const Text = z.string().check(z.minLength(1), z.maxLength(255))
/** OpenID Connect Back-Channel Logout 1.0, chapter 2.4. */
const LogoutToken = z
  .object({
    iss: z.string(),
    sub: z.optional(Text),
    sid: z.optional(Text),
    events: z.object({ [EVENT]: z.object({}) }),
    nonce: z.optional(z.undefined()),
  })
  .check(z.refine(({ sub, sid }) => sub !== undefined || sid !== undefined))

type LogoutRequest = FastifyRequest<{ Params: { provider: string }; Body: URLSearchParams }>

/** Providers tell here, from server to server, that a person has signed out or was locked out there. */
export async function backChannelLogout(app: FastifyInstance, services: Services, openid: Openid) {
  const keysOf = createKeyCache()
  const { db, now, disconnect } = services
  await app.register(async (pages) => {
    const options = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body: string, done) =>
      done(null, new URLSearchParams(body)),
    )

    pages.post('/openid/:provider/back-channel-logout', async (request: LogoutRequest, reply) => {
      reply.header('cache-control', 'no-store')
      const provider = openid.find(request.params.provider)
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      const logout = provider && token !== null ? await readLogoutToken(provider, token) : undefined
      if (logout === undefined) return reply.code(400).send({ error: 'invalid_request' })
      disconnect(await transact(db, (db) => endProviderSessions(db, logout, now())))
      return reply.code(200).send()
    })
  })

  /** Undefined if the token is not a valid logout token of the provider. */
  async function readLogoutToken(provider: OpenidProvider, token: string) {
    try {
      const { issuer, jwks_uri: keysUrl = '' } = await provider.metadata()
      const { payload } = await jwtVerify(token, keysOf(keysUrl), {
        issuer,
        audience: provider.config.clientId,
        algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: MAX_TOKEN_AGE_SECONDS,
      })
      const { sub, sid } = LogoutToken.parse(payload)
      return { issuer, subject: sub, providerSession: sid }
    } catch (error) {
      logFailure(app.log, provider, error)
      return undefined
    }
  }
}

/** Keys are kept for some minutes, and fetched again for an unknown one at most every 10 seconds. */
function createKeyCache() {
  const known = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  return (url: string) => {
    const keys =
      known.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS, cooldownDuration: 10_000 })
    known.set(url, keys)
    return keys
  }
}

function logFailure(log: FastifyBaseLogger, { config }: OpenidProvider, error: unknown) {
  const { code, name } = error as { code?: string; name: string }
  log.warn({ provider: config.id, reason: code ?? name }, 'a logout token was refused')
}
