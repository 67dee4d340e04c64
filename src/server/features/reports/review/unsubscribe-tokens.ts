import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Tokens of the form `user.signature`, which end the mails of a user and do nothing else. None is stored. */
export function createUnsubscribeTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'week review mails', 32))
  const signatureOf = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url')
  return {
    create: (userId: string) => `${userId}.${signatureOf(userId)}`,

    /** The user of a token; undefined if it is not ours. */
    userOf(token: string) {
      const [userId = '', signature = ''] = token.split('.')
      const [expected, given] = [Buffer.from(signatureOf(userId)), Buffer.from(signature)]
      return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
    },
  }
}

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>
