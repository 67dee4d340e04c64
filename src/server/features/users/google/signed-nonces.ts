import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a user may take on Google's page, or to find a passkey. */
const MAX_NONCE_AGE_MS = 15 * 60_000

/**
 * Nonces of the form `expiry.random.signature`: the signature proves that they are ours and for this purpose, so none is
 * stored.
 */
export function createNonces(secret: string, now: () => number, purpose = 'google nonce') {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const signatureOf = (body: string) => createHmac('sha256', key).update(body).digest('base64url')

  return {
    create() {
      const body = `${now() + MAX_NONCE_AGE_MS}.${randomBytes(16).toString('base64url')}`
      return `${body}.${signatureOf(body)}`
    },

    isValid(nonce: string) {
      const body = nonce.slice(0, nonce.lastIndexOf('.'))
      const expected = Buffer.from(signatureOf(body))
      const given = Buffer.from(nonce.slice(body.length + 1))
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
      return isSigned && Number.parseInt(body, 10) > now()
    },
  }
}
