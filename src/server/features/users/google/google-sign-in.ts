import type { FastifyBaseLogger } from 'fastify'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { type GoogleIdentity, isGoogleMailbox } from '#core/accounts/google-sign-in.ts'
import type { GoogleConfig } from '#server/config.ts'
import { Refusal } from '#server/errors.ts'
import { createNonces } from './signed-nonces.ts'

const CLOCK_TOLERANCE_SECONDS = 60
const KEYS_TIMEOUT_MS = 5_000
/** Errors of fetching Google's keys, which say nothing about the token. */
const KEY_FETCH_ERRORS: string[] = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code]

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.email().check(z.maxLength(254)),
  email_verified: z.literal(true),
  hd: z.optional(z.string()),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
  nonce: z.string(),
})

export interface GoogleProfile extends GoogleIdentity {
  name: string
  picture: string | null
  /** The nonce that the server issued for this sign-in. It can be used once. */
  nonce: string
}

interface Options {
  google: GoogleConfig
  publicUrl: string
  secret: string
  now: () => number
  log: FastifyBaseLogger
}

/** Sign-in with Google by OpenID Connect, without a Google script on any page (docs/decisions/0007). */
export function createGoogleSignIn({ google, publicUrl, secret, now, log }: Options) {
  const keys = createRemoteJWKSet(new URL(google.keysUrl), { timeoutDuration: KEYS_TIMEOUT_MS })
  const nonces = createNonces(secret, now)

  return {
    /** Contains a nonce, so that only a sign-in that recently began here can be completed. */
    authorizationUrl() {
      const url = new URL(google.signInUrl)
      url.search = new URLSearchParams({
        client_id: google.clientId,
        redirect_uri: `${publicUrl}/login`,
        response_type: 'id_token',
        scope: 'openid email profile',
        nonce: nonces.create(),
        prompt: 'select_account',
      }).toString()
      return url.href
    },

    /** Throws if the ID token is not from Google, or not for a sign-in that began here. */
    async verifyIdToken(token: string): Promise<GoogleProfile> {
      const claims = Claims.safeParse(await verify(token))
      if (!claims.success || !nonces.isValid(claims.data.nonce)) throw new Refusal('unauthenticated', 'googleFailed')
      const { sub, email, hd, name = '', picture, nonce } = claims.data
      return {
        subject: sub,
        email,
        isAuthoritative: isGoogleMailbox(email, hd),
        name,
        picture: picture !== undefined && isGooglePicture(picture) ? picture : null,
        nonce,
      }
    },
  }

  async function verify(token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        audience: google.clientId,
        issuer: google.issuers,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError && !KEY_FETCH_ERRORS.includes(error.code))
        throw new Refusal('unauthenticated', 'googleFailed')
      log.warn({ err: error }, 'the keys of Google cannot be read')
      throw new Refusal('unavailable', 'googleFailed')
    }
  }
}

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>

/** The only origin of pictures that the content security policy allows. */
const isGooglePicture = (address: string) => URL.parse(address)?.origin === 'https://lh3.googleusercontent.com'
