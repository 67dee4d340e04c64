import type { securityEvents } from '#contract/security/events.ts'
import type { Passkey, PasskeyReply, passkeys, twoFactor } from '#contract/security/two-factor.ts'
import { LINK_TOKEN, PASSWORD, SIGNED_IN } from './accounts.ts'
import type { ExamplesOf } from './example-types.ts'
import { SESSION_ID } from './sample-data.ts'

export const securityEventExamples: ExamplesOf<typeof securityEvents> = {
  list: {
    reply: [
      {
        id: SESSION_ID,
        kind: 'new-device',
        at: '2026-03-02T09:00:00.000Z',
        browser: 'Firefox',
        system: 'Linux',
        address: '192.0.2.7',
      },
    ],
  },
  notMe: { body: { token: LINK_TOKEN }, reply: null },
}

const CREDENTIAL_ID = 'mYk3o2TqSxmkQzQm0aV1lQ'
const PASSKEY: Passkey = {
  id: CREDENTIAL_ID,
  name: 'Laptop',
  isSynced: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
}
const RECOVERY_CODES = ['mfrg-gzdf-mztw-q2lk', 'nnwg-23tp-obyx-e43u']
const EXAMPLE_KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const CHALLENGE = 'MTc3MjQ0MjkwMDAwMC5hYmM'
const confirmed = { body: { password: PASSWORD } }
const reply = (response: PasskeyReply['response']) => ({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: 'public-key' as const,
  response,
})
const CLIENT_DATA = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoi4oCmIn0'

export const twoFactorExamples: ExamplesOf<typeof twoFactor> = {
  state: {
    reply: {
      isOn: true,
      hasApp: true,
      recoveryCodesLeft: 9,
      passkeys: [PASSKEY],
      isRequired: false,
      canHavePasskeys: true,
    },
  },
  beginApp: {
    ...confirmed,
    reply: {
      secret: EXAMPLE_KEY,
      uri: `otpauth://totp/time.example.org:ann%40example.org?secret=${EXAMPLE_KEY}&issuer=time.example.org`,
      code: { size: 49, path: 'M2 2h1v1h-1zM3 2h1v1h-1z' },
    },
  },
  confirmApp: { body: { code: '123456' }, reply: { recoveryCodes: RECOVERY_CODES } },
  removeApp: { ...confirmed, reply: null },
  makeRecoveryCodes: { ...confirmed, reply: { recoveryCodes: RECOVERY_CODES } },
}

export const passkeyExamples: ExamplesOf<typeof passkeys> = {
  options: {
    ...confirmed,
    reply: { options: JSON.stringify({ challenge: CHALLENGE, rp: { name: 'Ritmo', id: 'time.example.org' } }) },
  },
  add: {
    body: { name: 'Laptop', passkey: reply({ clientDataJSON: CLIENT_DATA, attestationObject: 'o2NmbXRkbm9uZQ' }) },
    reply: { passkey: { ...PASSKEY, lastUsedAt: null }, recoveryCodes: RECOVERY_CODES },
  },
  rename: { params: { id: CREDENTIAL_ID }, body: { name: 'Laptop' }, reply: PASSKEY },
  remove: { params: { id: CREDENTIAL_ID }, ...confirmed, reply: null },
  signInOptions: {
    reply: {
      options: JSON.stringify({ challenge: CHALLENGE, rpId: 'time.example.org', userVerification: 'required' }),
    },
  },
  signIn: {
    body: {
      passkey: reply({
        clientDataJSON: CLIENT_DATA,
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
        signature: 'MEUCIQDf',
        userHandle: 'MDE5Y2FkYzY',
      }),
    },
    reply: SIGNED_IN,
  },
}
