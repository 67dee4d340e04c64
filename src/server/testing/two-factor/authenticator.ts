import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Options {
  challenge: string
  user?: { id: string }
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator in software, with one passkey: it answers like a browser (WebAuthn, sections 6.1 and 6.5). */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const behaviour = { origin, isVerified: true, signCount: 0 }
  let userHandle = ''

  const base = () => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  })
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: behaviour.origin, crossOrigin: false }))

  function authenticatorData(flags: number, ...parts: Buffer[]) {
    const site = createHash('sha256').update(new URL(origin).hostname).digest()
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(behaviour.signCount)
    const all = USER_PRESENT | (behaviour.isVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([site, Buffer.from([all]), counter, ...parts])
  }

  return {
    id: id.toString('base64url'),
    behaviour,

    create({ challenge, user }: Options) {
      userHandle = user?.id ?? ''
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const [keyX, keyY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
      // A COSE key: kty EC2, alg ES256, crv P-256.
      const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), keyX, Buffer.from('225820', 'hex'), keyY])
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(HAS_CREDENTIAL, Buffer.alloc(16), length, id, key)
      // CBOR: {fmt: 'none', attStmt: {}, authData: …}.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge).toString('base64url')
      return { ...base(), response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },

    get({ challenge }: Options) {
      const json = clientData('webauthn.get', challenge)
      const data = authenticatorData(0)
      const signed = Buffer.concat([data, createHash('sha256').update(json).digest()])
      return {
        ...base(),
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}
