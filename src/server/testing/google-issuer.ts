import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'

const CLIENT_ID = 'ritmo-test-client'
const KEY_ID = 'key-1'
/** Generated once, because that takes longer than most tests. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined

/** A real issuer of ID tokens on loopback with its own keys, used instead of Google. */
export async function startGoogleIssuer() {
  const { privateKey, publicKey } = await (keyPair ??= generateKeyPair('RS256', { extractable: true }))
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
  const answer = { status: 200, body: JSON.stringify(keys) }
  const server = createServer((request, reply) => {
    if (request.url === '/keys') {
      const { status, body } = answer
      // 0 stands for no reply at all.
      return status === 0 ? reply : reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    return void signIn(new URL(request.url ?? '', issuer)).then(
      (location) => reply.writeHead(302, { location }).end(),
      () => reply.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  /** The claims of the person who is signed in here. */
  let person: Record<string, unknown> = {}

  /** A token for a person; `claims`, `header` and `key` can make it a bad one. */
  async function tokenFor(claims: Record<string, unknown>, { now = Date.now(), header = {}, key = privateKey } = {}) {
    const at = Math.floor(now / 1_000)
    const whole = { iss: issuer, aud: CLIENT_ID, iat: at, exp: at + 3_600, email_verified: true, ...claims }
    return new SignJWT(whole).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, ...header }).sign(key)
  }

  async function signIn({ searchParams }: URL) {
    const token = await tokenFor({ ...person, nonce: searchParams.get('nonce') })
    const fragment = new URLSearchParams({ id_token: token, state: searchParams.get('state') ?? '' })
    return `${searchParams.get('redirect_uri')}#${fragment.toString()}`
  }

  return {
    settings: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_ISSUERS: issuer,
      GOOGLE_KEYS_URL: `${issuer}/keys`,
      GOOGLE_SIGN_IN_URL: `${issuer}/sign-in`,
    },
    publicKeyPem: await exportSPKI(publicKey),
    tokenFor,
    /** Changes the reply of the keys endpoint; the default body is the keys. */
    answerKeysWith: (status: number, body = JSON.stringify(keys)) => void Object.assign(answer, { status, body }),
    signInAs: (claims: Record<string, unknown>) => void (person = claims),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
