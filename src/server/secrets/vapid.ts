import { createECDH } from 'node:crypto'
import { z } from 'zod'

/** The key pair that identifies this server to push services, encoded as browsers and `web-push` expect it. */
export const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() }).refine(isKeyPair)
export type VapidKeys = z.infer<typeof VapidKeys>

export function deriveVapidKeys(privateKey: Buffer): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function isKeyPair({ publicKey, privateKey }: { publicKey: string; privateKey: string }) {
  try {
    const pair = deriveVapidKeys(Buffer.from(privateKey, 'base64url'))
    return pair.publicKey === publicKey && pair.privateKey === privateKey
  } catch {
    // The private key is not valid for the curve.
    return false
  }
}
