import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { messageKey, name, text, Time } from '../fields.ts'
import { Password, SecondFactorCode, SignInResult } from '../users.ts'

/** Base64url, as browsers name a passkey. */
const PasskeyId = text(1_400).check(z.regex(/^[\w-]+$/, messageKey('invalidValue')))

export const PasskeyName = z.object({ name: name() })

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is on all devices of the user, as a password manager keeps it. */
  isSynced: z.boolean(),
  createdAt: Time,
  lastUsedAt: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

const Encoded = text(20_000)

/**
 * The reply of `navigator.credentials` as JSON (WebAuthn, section 5.1). The fields are checked by the library that
 * verifies it.
 */
const PasskeyReply = z.object({
  id: PasskeyId,
  rawId: PasskeyId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Encoded,
    /** Of a new passkey. */
    attestationObject: z.optional(Encoded),
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
    /** Of a passkey that signs in. */
    authenticatorData: z.optional(Encoded),
    signature: z.optional(Encoded),
    userHandle: z.optional(Encoded),
  }),
})
export type PasskeyReply = z.infer<typeof PasskeyReply>

/** The options for `navigator.credentials` as JSON text, of the shape that WebAuthn defines (section 5.1). */
const PasskeyOptions = z.object({ options: z.string() })

/** The password or a passkey, to confirm that it is the user. */
export const Confirmation = z.object({
  password: z.optional(Password),
  passkey: z.optional(PasskeyReply),
})
export type Confirmation = z.infer<typeof Confirmation>

const RecoveryCodes = z.array(z.string())

const TwoFactorState = z.object({
  /** Signing in needs more than the password. */
  isOn: z.boolean(),
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(Passkey),
  /** The operator asks this user for it. */
  isRequired: z.boolean(),
  /** False on a site without a name: passkeys belong to one. */
  canHavePasskeys: z.boolean(),
})
export type TwoFactorState = z.infer<typeof TwoFactorState>

const CONFIRMED = 'Needs the password, a passkey, or a session that began within the last 15 minutes'

export const twoFactor = {
  state: {
    method: 'GET',
    path: '/users/two-factor',
    summary: 'The authenticator app, recovery codes and passkeys of the account',
    allowedBeforeSetUp: true,
    reply: TwoFactorState,
  },
  beginApp: {
    method: 'POST',
    path: '/users/two-factor/app',
    summary: `Makes the secret of an authenticator app, which counts once it is confirmed by a code. ${CONFIRMED}`,
    allowedBeforeSetUp: true,
    body: Confirmation,
    reply: z.object({
      /** For typing, in base32. */
      secret: z.string(),
      uri: z.string(),
      /** The QR code of the URI as the path of an SVG, and the length of its sides. */
      code: z.object({ size: z.number(), path: z.string() }),
    }),
  },
  confirmApp: {
    method: 'POST',
    path: '/users/two-factor/app/confirm',
    summary:
      'Confirms the authenticator app by its first code: from now on signing in asks for one. Replies with recovery codes, unless the account has some',
    allowedBeforeSetUp: true,
    body: z.object({ code: SecondFactorCode }),
    reply: z.object({ recoveryCodes: RecoveryCodes }),
  },
  removeApp: {
    method: 'DELETE',
    path: '/users/two-factor/app',
    summary: `Removes the authenticator app. ${CONFIRMED}`,
    body: Confirmation,
    reply: z.null(),
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/users/two-factor/recovery-codes',
    summary: `Makes ten new recovery codes in place of the old ones. ${CONFIRMED}`,
    body: Confirmation,
    reply: z.object({ recoveryCodes: RecoveryCodes }),
  },
} as const satisfies Record<string, Endpoint>

export const passkeys = {
  options: {
    method: 'POST',
    path: '/users/passkeys/options',
    summary: `The options with which a browser makes a passkey for the account. ${CONFIRMED}`,
    allowedBeforeSetUp: true,
    body: Confirmation,
    reply: PasskeyOptions,
  },
  add: {
    method: 'POST',
    path: '/users/passkeys',
    summary:
      'Adds the passkey that a browser has made with these options: from now on it signs in alone, and the password does not. Replies with recovery codes, unless the account has some',
    allowedBeforeSetUp: true,
    creates: true,
    body: z.extend(PasskeyName, { passkey: PasskeyReply }),
    reply: z.object({ passkey: Passkey, recoveryCodes: RecoveryCodes }),
  },
  rename: {
    method: 'PUT',
    path: '/users/passkeys/:id',
    summary: 'Renames a passkey',
    params: z.object({ id: PasskeyId }),
    body: PasskeyName,
    reply: Passkey,
  },
  remove: {
    method: 'DELETE',
    path: '/users/passkeys/:id',
    summary: `Removes a passkey. ${CONFIRMED}`,
    params: z.object({ id: PasskeyId }),
    body: Confirmation,
    reply: z.null(),
  },
  signInOptions: {
    method: 'POST',
    path: '/users/passkeys/sign-in-options',
    summary: 'The options with which a browser asks for a passkey, to sign in or to confirm a change',
    public: true,
    duringMaintenance: true,
    reply: PasskeyOptions,
  },
  signIn: {
    method: 'POST',
    path: '/users/passkeys/sign-in',
    summary: 'Signs in with a passkey alone',
    public: true,
    duringMaintenance: true,
    limitsItself: true,
    body: z.object({ passkey: PasskeyReply }),
    reply: SignInResult,
  },
} as const satisfies Record<string, Endpoint>
