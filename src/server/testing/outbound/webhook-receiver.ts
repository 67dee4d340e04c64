import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

interface ReceivedEvent {
  id: string
  type: string
  headers: IncomingHttpHeaders
  body: string
  data: Record<string, unknown>
}

/** A real receiver on loopback that keeps what it accepted, in order. Tests choose its replies. */
export async function startWebhookReceiver() {
  const received: ReceivedEvent[] = []
  const behavior: { answer: (reply: ServerResponse, event: ReceivedEvent) => void } = {
    answer: (reply) => reply.end('ok'),
  }
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      const { type, data } = JSON.parse(body) as Pick<ReceivedEvent, 'type' | 'data'>
      const event = { id: String(request.headers['webhook-id']), type, headers: request.headers, body, data }
      received.push(event)
      behavior.answer(reply, event)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`,
    received,
    types: () => received.map(({ type }) => type),
    answerWith: (answer: typeof behavior.answer) => void (behavior.answer = answer),
    replyStatus: (status: number, body = '') => void (behavior.answer = (reply) => reply.writeHead(status).end(body)),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What a receiver does to find out who has sent a request, as docs/webhooks.md describes it. */
export function isSignedWith(secret: string, { headers, body }: Pick<ReceivedEvent, 'headers' | 'body'>) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
