import type { FastifyBaseLogger } from 'fastify'
import * as oauth from 'openid-client'
import * as z from 'zod/mini'
import { isInGroup, type OpenidIdentity, provesEmail } from '#core/accounts/openid-sign-in.ts'
import { Refusal } from '#server/errors.ts'
import type { OpenidProviderConfig } from '#server/settings/openid-settings.ts'
import { createKeyCache } from './key-cache.ts'
import { toRefusal } from './provider-errors.ts'
import type { Flow } from './sealed-flows.ts'

/** Each request to the provider, and everything that the server asks of it for one request of a user. */
const REQUEST_TIMEOUT_SECONDS = 5
const DEADLINE_MS = 6_000
/** A provider changes its metadata rarely, and publishes new keys under the same address. */
const METADATA_LIFETIME_MS = 60 * 60_000
export const CLOCK_TOLERANCE_SECONDS = 60

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  sid: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
})
const Email = z.email().check(z.maxLength(254))

/** The verified result of a sign-in at a provider. */
export interface OpenidProfile extends OpenidIdentity {
  issuer: string
  subject: string
  /** The nonce that the server issued for this sign-in. It can be used once. */
  nonce: string
  name: string
  /** The provider's id of its own session. */
  providerSession: string | undefined
  idToken: string
  /** Undefined if groups decide nothing. */
  isAdministrator: boolean | undefined
}

interface Options {
  config: OpenidProviderConfig
  /** `PUBLIC_URL/login`. */
  redirectUrl: string
  now: () => number
  log: FastifyBaseLogger
}

/** Signs in at one OpenID provider by authorization code with PKCE. */
export function createOpenidProvider({ config, redirectUrl, now, log }: Options) {
  const discover = createDiscovery(config)
  const keys = createKeyCache(now)

  const attempt = <T>(work: () => Promise<T>) =>
    withDeadline(work()).catch((error: unknown) => {
      throw toRefusal(error, config.id, log)
    })

  return {
    config,

    /** The page of the provider, and what the server has to remember until the user returns. */
    start: (language: string | undefined) =>
      attempt(async () => {
        const client = await discover()
        const codeVerifier = oauth.randomPKCECodeVerifier()
        const [state, nonce] = [oauth.randomState(), oauth.randomNonce()]
        const address = oauth.buildAuthorizationUrl(client, {
          redirect_uri: redirectUrl,
          scope: config.scopes,
          code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...(language !== undefined && { ui_locales: language }),
        })
        return { address: address.href, flow: { provider: config.id, state, nonce, codeVerifier } }
      }),

    /** Redeems the provider's reply. Throws if it does not belong to the flow, or if the ID token is not valid. */
    finish: (reply: string, flow: Flow): Promise<OpenidProfile> =>
      attempt(async () => {
        const client = configure(config, (await discover()).serverMetadata())
        const url = new URL(redirectUrl)
        url.search = reply
        const tokens = await keys.useFor(client, () =>
          oauth.authorizationCodeGrant(client, url, {
            pkceCodeVerifier: flow.codeVerifier,
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            idTokenExpected: true,
          }),
        )
        const claims = tokens.claims()!
        const { sub: subject, sid } = Claims.parse(claims)
        return {
          issuer: client.serverMetadata().issuer,
          subject,
          nonce: flow.nonce,
          providerSession: sid,
          idToken: tokens.id_token!,
          ...readPerson(config, await readClaims(config, client, { tokens, claims })),
        }
      }),

    /** The page that ends the provider's session; undefined if the provider has none or the operator wants none. */
    signOutAddress: (idToken: string | undefined) =>
      attempt(async () => {
        const client = await discover()
        if (!config.endsProviderSession || client.serverMetadata().end_session_endpoint === undefined) return undefined
        const hint = idToken === undefined ? {} : { id_token_hint: idToken }
        return oauth.buildEndSessionUrl(client, { post_logout_redirect_uri: redirectUrl, ...hint }).href
      }),

    /** The addresses by which logout tokens are checked. */
    metadata: () => attempt(async () => (await discover()).serverMetadata()),
  }
}

export type OpenidProvider = ReturnType<typeof createOpenidProvider>

/** The claims of the ID token, and those that some providers tell only at their userinfo endpoint: address and groups. */
async function readClaims(
  { groupsClaim, administratorGroup }: OpenidProviderConfig,
  client: oauth.Configuration,
  { tokens, claims }: { tokens: oauth.TokenEndpointResponse; claims: oauth.IDToken },
) {
  const needsGroups = administratorGroup !== undefined && isInGroup(claims, groupsClaim, '') === undefined
  const isComplete = claims['email'] !== undefined && !needsGroups
  if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await oauth.fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims }
}

function readPerson(config: OpenidProviderConfig, claims: Readonly<Record<string, unknown>> & { iss: string }) {
  const { iss: issuer, email_verified: isVerified, hd: hostedDomain, name, preferred_username: username } = claims
  const { administratorGroup: group, groupsClaim } = config
  const { data: email } = Email.safeParse(claims['email'])
  return {
    email,
    isEmailVerified:
      email !== undefined && (config.isEmailTrusted || provesEmail({ issuer, email, isVerified, hostedDomain })),
    name: [name, username].find((value) => typeof value === 'string') ?? '',
    // A user who is in no group at all is not in this one.
    isAdministrator: group === undefined ? undefined : (isInGroup(claims, groupsClaim, group) ?? false),
  }
}

/** Returns a function that reads the provider's metadata and keeps them for an hour. A failure is not kept. */
function createDiscovery(config: OpenidProviderConfig) {
  let known: { client: Promise<oauth.Configuration>; readAt: number } | undefined
  return () => {
    const readAt = performance.now()
    if (known !== undefined && readAt - known.readAt < METADATA_LIFETIME_MS) return known.client
    const client = discover(config)
    const current = { client, readAt }
    known = current
    client.catch(() => {
      if (known === current) known = undefined
    })
    return client
  }
}

const optionsOf = ({ issuer, clientSecret, clientAuth }: OpenidProviderConfig) => ({
  metadata: { [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
  authentication: {
    basic: () => oauth.ClientSecretBasic(clientSecret),
    post: () => oauth.ClientSecretPost(clientSecret),
    none: () => oauth.None(),
  }[clientAuth](),
  // The setting allows http on this machine only.
  execute: [oauth.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [])],
})

function discover(config: OpenidProviderConfig) {
  const { metadata, authentication, execute } = optionsOf(config)
  const options = { execute, timeout: REQUEST_TIMEOUT_SECONDS }
  return oauth.discovery(new URL(config.issuer), config.clientId, metadata, authentication, options)
}

/** A client of its own for one sign-in, because `openid-client` keeps the keys with the client. */
function configure(config: OpenidProviderConfig, server: oauth.ServerMetadata) {
  const { metadata, authentication, execute } = optionsOf(config)
  const client = new oauth.Configuration(server, config.clientId, metadata, authentication)
  client.timeout = REQUEST_TIMEOUT_SECONDS
  for (const change of execute) change(client)
  return client
}

/** A user waits no longer than this, however many requests the provider is slow to answer. */
async function withDeadline<T>(work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('unavailable', 'openidUnavailable')), DEADLINE_MS)
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
