import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

const PROVIDER_CLIENT = { id: 'ritmo-test-client', secret: 'only tests use this, 32 characters' }
type Algorithm = 'RS256' | 'ES256'

interface Options {
  /** The address of Ritmo. */
  site: string
  clientAuth?: 'basic' | 'post' | 'none'
  algorithm?: Algorithm
  /** Where the provider tells of logouts. */
  backChannelUrl?: string
  port?: number
}

/** What the people of the provider are called by, and the claims about them. The login form takes any password. */
type People = Record<string, Claims>

type Claims = Record<string, unknown>

interface ChangedToken {
  claims?: Claims
  header?: Record<string, unknown>
  key?: CryptoKey | undefined
  /** Replaces the whole token. */
  raw?: (token: string) => string
}

interface Faults {
  token: ChangedToken | undefined
  reply: 'hang' | 'cut' | 500 | 'page' | undefined
  requests: string[]
}

/** A real OpenID provider on loopback (the package `oidc-provider`), with its own login form, and with faults if wanted. */
export async function startOpenidProvider(options: Options) {
  const { algorithm = 'RS256', clientAuth = 'basic' } = options
  let { site } = options
  const people: People = {}
  const signer = await createSigner(algorithm)
  const faults: Faults = { token: undefined, reply: undefined, requests: [] }

  const inner = createServer((request, response) => void provider.callback()(request, response))
  const innerUrl = await listen(inner)
  const server = createServer((request, response) => {
    if (isAnsweredBadly(request, response, faults)) return
    if (isTokenRequest(request) && faults.token !== undefined)
      return void replaceIdToken(request, response, innerUrl, (token) => signer.change(token, faults.token ?? {}))
    void provider.callback()(request, response)
  })
  const issuer = await listen(server, options.port)
  const createProvider = () =>
    new Provider(issuer, configurationFor({ ...options, site, algorithm, people, jwk: signer.jwk() }))
  let provider = createProvider()

  return {
    issuer,
    people,
    /** Paths of the requests of Ritmo's server and of browsers. */
    requests: faults.requests,
    settings: {
      OPENID_PROVIDERS: 'work',
      OPENID_WORK_ISSUER: issuer,
      OPENID_WORK_NAME: 'Work account',
      OPENID_WORK_CLIENT_ID: PROVIDER_CLIENT.id,
      OPENID_WORK_CLIENT_AUTH: clientAuth,
      ...(clientAuth !== 'none' && { OPENID_WORK_CLIENT_SECRET: PROVIDER_CLIENT.secret }),
    },
    /** Changes the ID tokens that follow; undefined: they are as the provider made them. */
    changeTokens: (token: ChangedToken | undefined) => void (faults.token = token),
    failWith: (reply: Faults['reply']) => void (faults.reply = reply),
    /** Tells the provider the address of a site that was started later. */
    redirectTo(address: string) {
      site = address
      provider = createProvider()
    },
    /** The provider signs with a new key from now on, and publishes that one alone. */
    async rotateKey() {
      await signer.rotate()
      provider = createProvider()
    },
    /** A logout token as the provider makes them; `changed` can make it a bad one. */
    logoutToken(changed: Claims, { header = {}, key }: ChangedToken = {}) {
      const at = Math.floor(Date.now() / 1_000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const claims = { iss: issuer, aud: PROVIDER_CLIENT.id, iat: at, exp: at + 120, jti: randomUUID(), events }
      return signer.sign({ ...claims, ...changed }, { header: { typ: 'logout+jwt', ...header }, key })
    },
    async stop() {
      await Promise.all([server, inner].map(close))
    },
  }
}

/** The key of the provider. It can also sign what the provider would not. */
async function createSigner(algorithm: Algorithm) {
  let number = 0
  let current = await createKey()

  async function createKey() {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    number += 1
    return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: `key-${number}`, alg: algorithm, use: 'sig' } }
  }

  const sign = (claims: Claims, { header = {}, key = current.privateKey }: Pick<ChangedToken, 'header' | 'key'>) =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: current.jwk.kid, ...header }).sign(key)
  return {
    sign,
    jwk: () => current.jwk,
    change: async (token: string, { claims, raw, ...how }: ChangedToken) =>
      raw === undefined ? sign({ ...decodeJwt(token), ...claims }, how) : raw(token),
    async rotate() {
      current = await createKey()
    },
  }
}

function isAnsweredBadly(request: IncomingMessage, response: ServerResponse, { reply, requests }: Faults) {
  requests.push((request.url ?? '').split('?', 1)[0] ?? '')
  if (reply === 'cut') request.socket.destroy()
  if (reply === 500) response.writeHead(500).end()
  if (reply === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  return reply !== undefined
}

const isTokenRequest = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] === '/token'

async function replaceIdToken(
  request: IncomingMessage,
  response: ServerResponse,
  provider: string,
  replace: (token: string) => Promise<string>,
) {
  const reply = await forward(request, provider)
  const body = (await reply.json()) as { id_token?: string }
  if (body.id_token !== undefined) body.id_token = await replace(body.id_token)
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface ProviderParts extends Options {
  algorithm: Algorithm
  people: People
  jwk: object
}

function configurationFor({ site, clientAuth = 'basic', algorithm, backChannelUrl, people, jwk }: ProviderParts) {
  const methods = { basic: 'client_secret_basic', post: 'client_secret_post', none: 'none' } as const
  return {
    clients: [
      {
        client_id: PROVIDER_CLIENT.id,
        ...(clientAuth !== 'none' && { client_secret: PROVIDER_CLIENT.secret }),
        token_endpoint_auth_method: methods[clientAuth],
        redirect_uris: [`${site}/login`],
        post_logout_redirect_uris: [`${site}/login`],
        id_token_signed_response_alg: algorithm,
        ...(backChannelUrl !== undefined && {
          backchannel_logout_uri: backChannelUrl,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only tests use this'] },
    scopes: ['openid', 'email', 'profile'],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    // The package calls no addresses of this machine unless it is given another `fetch`.
    fetch: (url: string | URL | Request, { method, headers, body, signal }: RequestInit = {}) =>
      fetch(url, { method, headers, body, signal } as RequestInit),
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people[accountId] }),
    }),
    ttl: { Session: 3_600, Grant: 3_600, IdToken: 3_600, AccessToken: 3_600, Interaction: 3_600 },
  } satisfies Configuration as Configuration
}

async function listen(server: Server, port = 0) {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

async function forward(request: IncomingMessage, url: string) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = {
    'content-type': request.headers['content-type'] ?? '',
    authorization: request.headers.authorization,
  }
  const present = Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => Boolean(pair[1])),
  )
  return fetch(`${url}${request.url}`, { method: 'POST', headers: present, body: Buffer.concat(chunks) })
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
