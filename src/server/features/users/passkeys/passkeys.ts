import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { PasskeyReply } from '#contract/security/two-factor.ts'
import type { Db } from '#server/db/connect.ts'
import { Refusal } from '#server/errors.ts'
import { createNonces } from '#server/features/users/google/signed-nonces.ts'
import { recordNonceUse } from '#server/features/users/one-time-tokens.ts'
import { findUser, type UserRow } from '#server/features/users/queries.ts'
import { createOptions, loadLibrary, type PasskeyParts, registrationOf, SIGN_IN } from './passkey-options.ts'
import { findPasskey, type PasskeyRow, recordPasskeyUse } from './queries.ts'

/** A passkey whose signature was right, for a challenge that was not used yet. */
interface VerifiedPasskey {
  user: UserRow
  row: PasskeyRow
  signCount: number
  nonce: string
}

/**
 * WebAuthn with passkeys that name their user and have checked who holds them, so that one is enough to sign in. The
 * challenges are signed and not stored: a sign-in may begin on one server and end on another.
 */
export function createPasskeys({ db, now, publicUrl, secret }: PasskeyParts) {
  const { hostname, origin } = new URL(publicUrl)
  const noncesFor = (purpose: string) => createNonces(secret, now, purpose)

  return {
    /** A passkey belongs to a name: browsers make none for an address like 192.0.2.1. */
    isAvailable: isIP(hostname.replaceAll(/[[\]]/g, '')) === 0,

    ...createOptions({ db, now, publicUrl, secret }),

    /** Throws unless the browser has made a new passkey for this user here. Returns it with the nonce to record. */
    async verifyNew(user: UserRow, reply: PasskeyReply) {
      const { verifyRegistrationResponse } = await loadLibrary()
      let nonce = ''
      const result = await verifyRegistrationResponse({
        response: complete(reply) as RegistrationResponseJSON,
        expectedChallenge: (challenge) => {
          nonce = fromBase64Url(challenge)
          return noncesFor(registrationOf(user.id)).isValid(nonce)
        },
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
      }).catch(refuse)
      if (!result.verified) throw refused()
      return { row: toRow(user.id, result.registrationInfo), nonce }
    },

    /** Throws unless a passkey that is known here has signed a challenge of ours. */
    async verify(reply: PasskeyReply): Promise<VerifiedPasskey> {
      const { verifyAuthenticationResponse } = await loadLibrary()
      const userId = fromBase64Url(reply.response.userHandle ?? '')
      const row = await findPasskey(db, userId, reply.id)
      const user = row && (await findUser(db, row.user_id))
      if (row === undefined || user === undefined) throw refused()
      let nonce = ''
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: complete(reply) as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => {
          nonce = fromBase64Url(challenge)
          return noncesFor(SIGN_IN).isValid(nonce)
        },
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential: toCredential(row),
        requireUserVerification: true,
      }).catch(refuse)
      if (!verified) throw refused()
      return { user, row, signCount: authenticationInfo.newCounter, nonce }
    },

    /** Uses up the challenge, in a transaction. Throws if it was used before or the passkey was removed meanwhile. */
    async recordUse(db: Db, { row, signCount, nonce }: VerifiedPasskey) {
      await takeChallenge(db, row.user_id, nonce)
      if ((await findPasskey(db, row.user_id, row.id)) === undefined) throw refused()
      await recordPasskeyUse(db, row, signCount, now())
    },

    /** Uses up the challenge of a registration, in a transaction. */
    recordRegistration: takeChallenge,
  }

  async function takeChallenge(db: Db, userId: string, nonce: string) {
    if (!(await recordNonceUse(db, nonce, userId, now()))) throw refused()
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** The library asks for results of extensions, of which we use none. It checks all other fields. */
const complete = (reply: PasskeyReply): object => ({ ...reply, clientExtensionResults: {} })

type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

const fromBase64Url = (text: string) => Buffer.from(text, 'base64url').toString().replaceAll('\0', '').toWellFormed()

const toRow = (userId: string, { credential, credentialBackedUp }: NewPasskey) => ({
  user_id: userId,
  id: credential.id,
  public_key: Buffer.from(credential.publicKey).toString('base64url'),
  sign_count: credential.counter,
  transports: JSON.stringify(credential.transports ?? []),
  is_synced: credentialBackedUp ? 1 : 0,
})

const toCredential = (row: PasskeyRow): WebAuthnCredential => ({
  id: row.id,
  publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
  counter: row.sign_count,
})

const refused = () => new Refusal('unauthenticated', 'passkeyFailed')

/** The library throws for everything that is wrong with a reply. */
function refuse(_error: unknown): never {
  throw refused()
}

/** For requests with a session: a client takes a 401 for the end of it. */
export function asInvalid(error: unknown): never {
  throw error instanceof Refusal && error.code === 'unauthenticated' ? new Refusal('invalid', 'passkeyFailed') : error
}
