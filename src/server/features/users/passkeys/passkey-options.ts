import type { Db } from '#server/db/connect.ts'
import { createNonces } from '#server/features/users/google/signed-nonces.ts'
import type { UserRow } from '#server/features/users/queries.ts'
import { listPasskeys } from './queries.ts'

export interface PasskeyParts {
  db: Db
  now: () => number
  publicUrl: string
  secret: string
}

/** Purposes of the challenges. */
export const SIGN_IN = 'passkey sign-in'
export const registrationOf = (userId: string) => `passkey registration ${userId}`

/** The packages are large, and most servers start more often than somebody uses a passkey. */
export const loadLibrary = () => import('@simplewebauthn/server')

/** The options for a browser, with a challenge that is signed and not stored. */
export function createOptions({ db, now, publicUrl, secret }: PasskeyParts) {
  const { hostname } = new URL(publicUrl)
  const challengeFor = (purpose: string) => new Uint8Array(Buffer.from(createNonces(secret, now, purpose).create()))

  return {
    async registrationOptions(user: UserRow) {
      const { generateRegistrationOptions } = await loadLibrary()
      const own = await listPasskeys(db, user.id)
      const options = await generateRegistrationOptions({
        rpName: 'Ritmo',
        rpID: hostname,
        userName: user.email,
        userDisplayName: user.name,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge: challengeFor(registrationOf(user.id)),
        excludeCredentials: own.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options: JSON.stringify(options) }
    },

    async signInOptions() {
      const { generateAuthenticationOptions } = await loadLibrary()
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        challenge: challengeFor(SIGN_IN),
        userVerification: 'required',
      })
      return { options: JSON.stringify(options) }
    },
  }
}
