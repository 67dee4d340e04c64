import { createHmac, randomBytes } from 'node:crypto'

/** The form of Standard Webhooks. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

interface Message {
  id: string
  /** In seconds, as receivers compare it with their clock. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks, with a signature for each secret. */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: Message) {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
