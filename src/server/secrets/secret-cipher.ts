import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

type Purpose = 'two-factor' | 'calendars' | 'shared-reports' | 'webhooks'

/**
 * AES-256-GCM with a key that derives from the session key, another one for each purpose. `owner` is bound to the text: it
 * opens for nobody else.
 */
export function createSecretCipher(sessionSecret: string, purpose: Purpose) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32))

  return {
    encrypt(secret: Buffer, owner: string) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const content = Buffer.concat([cipher.update(secret), cipher.final()])
      return [iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url')).join('.')
    },

    /** Undefined if the text was encrypted with another session key, or was changed. */
    decrypt(text: string, owner: string) {
      const [iv, tag, content] = text.split('.').map((part) => Buffer.from(part, 'base64url'))
      if (iv?.length !== 12 || tag?.length !== 16 || content === undefined) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(content), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

export type SecretCipher = ReturnType<typeof createSecretCipher>
