const PASSWORD = 'Correct horse 1'

const PROVIDER_REPLY = { flow: 'Canary flow', reply: 'code=canary&state=canary' }

/** Well-formed, and signed by nobody. */
const PASSKEY_REPLY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'AAAA',
    transports: ['internal'],
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
  },
}

const CONFIRMATION = { password: PASSWORD, passkey: PASSKEY_REPLY }

/** Requests about signing in with providers, second factors, passkeys and access tokens. */
export const SECURITY = {
  'securityEvents.list': {},
  'securityEvents.notMe': { body: { token: '<notMeToken>' } },

  'openid.ways': {},
  'openid.start': { body: { provider: 'work', language: 'es' } },
  'openid.signIn': { body: { ...PROVIDER_REPLY, invitation: 'Canary invitation' } },
  'openid.signOut': {},
  'openid.identities': {},
  'openid.startLink': { body: { provider: 'work', language: 'es', password: PASSWORD } },
  'openid.link': { body: PROVIDER_REPLY },
  'openid.unlink': { params: { id: '<identity>' } },

  'twoFactor.state': {},
  'twoFactor.beginApp': { body: CONFIRMATION },
  'twoFactor.confirmApp': { body: { code: '123456' } },
  'twoFactor.removeApp': { body: CONFIRMATION },
  'twoFactor.makeRecoveryCodes': { body: CONFIRMATION },

  'passkeys.options': { body: CONFIRMATION },
  'passkeys.add': { body: { name: 'Canary name', passkey: PASSKEY_REPLY } },
  'passkeys.rename': { params: { id: '<passkey>' }, body: { name: 'Canary name' } },
  'passkeys.remove': { params: { id: '<passkey>' }, body: CONFIRMATION },
  'passkeys.signInOptions': {},
  'passkeys.signIn': { body: { passkey: PASSKEY_REPLY } },

  'tokens.list': {},
  'tokens.create': {
    body: { name: 'Canary name', scopes: ['read', 'timer'], expiresAt: '2027-03-01T09:00:00Z', ...CONFIRMATION },
  },
  'tokens.revoke': { params: { id: '<token>' } },
}
