import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCall, type Send } from '#client/call.ts'
import type { AssistantAccount } from '#client/assistant/toolbox.ts'
import { createTimerClient } from '#client/timer-client.ts'
import { newDeviceTimer } from '#client/timer-device.ts'
import { uuidV7, uuidV8 } from '#core/uuid.ts'
import { Refusal } from '#server/errors.ts'
import { networkOf } from '#server/http/rate-limits.ts'
import type { Services } from '#server/http/serve.ts'

/** Assistants over HTTP: one request and one reply each, so that any server can answer. */
export function assistantRoutes(app: FastifyInstance, services: Services) {
  app.post('/mcp', async (request, reply) => {
    const session = await authenticate(services, request)
    const account = openAccount(app, services, { request, userId: session.userId })
    const response = await answer(request, account)
    reply.code(response.status).headers(Object.fromEntries(response.headers))
    return reply.send(await response.text())
  })
}

/**
 * Only a token in the header counts. A browser names the page that sends a request, and no page may use an assistant's
 * token.
 */
async function authenticate({ sessionOf, limits }: Services, request: FastifyRequest) {
  if (request.headers.origin !== undefined) throw new Refusal('forbidden', 'notFromPages')
  const isBearer = /^Bearer /i.test(request.headers.authorization ?? '')
  const session = isBearer ? await sessionOf(request) : undefined
  limits.countCall(session?.userId ?? networkOf(request.ip))
  if (session === undefined) throw new Refusal('unauthenticated', 'unauthenticated')
  return session
}

interface Caller {
  request: FastifyRequest
  userId: string
}

/** The tools call the endpoints of the API with the token of the request, which decides what they may do. */
function openAccount(app: FastifyInstance, { now }: Services, { request, userId }: Caller): AssistantAccount {
  const { authorization = '' } = request.headers
  const forwarded = {
    authorization,
    'accept-language': request.headers['accept-language'] ?? '',
    'user-agent': request.headers['user-agent'] ?? '',
  }
  const send: Send = async ({ method, path, headers, body }) => {
    const payload = body !== undefined && { payload: body }
    const inner = { method, url: path, headers: { ...headers, ...forwarded }, remoteAddress: request.ip, ...payload }
    const response = await app.inject(inner)
    return { status: response.statusCode, json: async () => response.json() as unknown }
  }
  const call = createCall(send)
  const tools = { now, newId: () => uuidV7(now(), randomBytes(10)) }
  // One device for all assistants of a user. The server tells the sequence number.
  const device = uuidV8(createHash('sha256').update(`assistants of ${userId}`).digest())
  return { call, tools, timer: createTimerClient(call, newDeviceTimer(device), tools) }
}

/** The packages are loaded only where an assistant is used. */
async function answer({ body, headers, method, url }: FastifyRequest, account: AssistantAccount) {
  const [{ createMcpHandler }, { createAssistantServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('#client/assistant/assistant-server.ts'),
  ])
  const handler = createMcpHandler(() => createAssistantServer(account), {
    responseMode: 'json',
    // Nothing ever changes in the list of tools.
    maxSubscriptions: 0,
  })
  const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const request = new Request(new URL(url, 'http://localhost'), { method, headers: given, body: JSON.stringify(body) })
  return handler.fetch(request, { parsedBody: body })
}
