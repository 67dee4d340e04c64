import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

/** How long a user may take on the page of the provider. */
const MAX_FLOW_AGE_MS = 15 * 60_000
const IV_BYTES = 12
const TAG_BYTES = 16

const Flow = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The user whose account gets the identity; missing if somebody signs in. */
  linksTo: z.optional(z.string()),
  expiresAt: z.number(),
})
/** What the server has to remember from the start of a sign-in to its end. */
export type Flow = z.infer<typeof Flow>

/**
 * Encrypts flows, so that the caller can keep them and any server can end what another has begun. The provider's reply is
 * of use only to the caller who has the flow, because the flow contains the code verifier of PKCE.
 */
export function createFlows(secret: string, now: () => number) {
  const key = keyFor(secret, 'openid flow')
  return {
    seal: (flow: Omit<Flow, 'expiresAt'>) => seal(key, JSON.stringify({ ...flow, expiresAt: now() + MAX_FLOW_AGE_MS })),

    /** Undefined if this site has not sealed it, or if it has expired. */
    open(sealed: string): Flow | undefined {
      const text = unseal(key, sealed)
      const flow = text === undefined ? undefined : Flow.parse(JSON.parse(text))
      return flow !== undefined && flow.expiresAt > now() ? flow : undefined
    },
  }
}

/** Encrypts the ID token of a session, which the sign-out sends back to the provider. */
export function createTokenSeal(secret: string) {
  const key = keyFor(secret, 'openid id token')
  return { seal: (token: string) => seal(key, token), open: (sealed: string) => unseal(key, sealed) }
}

const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

function seal(key: Buffer, text: string) {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** Undefined if the text was not encrypted with this key. */
function unseal(key: Buffer, sealed: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
