import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A real push service on loopback that keeps received messages. Tests choose its replies. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      // 0 stands for no reply at all.
      if (answer.status !== 0) reply.writeHead(answer.status, answer.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const host = `127.0.0.1:${port}`
  return {
    settings: { PUSH_HOSTS: host },
    origin: `http://${host}`,
    received,
    answerWith: (status: number, headers: Record<string, string> = {}) => Object.assign(answer, { status, headers }),
    /** A subscribed browser that can decrypt its messages. */
    browser: (path: string, language = 'en') => subscribe(`http://${host}/${path}`, language),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function subscribe(endpoint: string, language: string) {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)

  /** Decrypts a message with the two secrets of the subscription (RFC 8291). */
  function read(body: Buffer): unknown {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
    const serverKey = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
    const secret = derive(pair.computeSecret(serverKey), auth, about, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    )
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    // The last record ends with a 2, followed by zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }

  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return { subscription: { endpoint, keys, language }, read }
}

const derive = (secret: Buffer, salt: Buffer, about: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length))
