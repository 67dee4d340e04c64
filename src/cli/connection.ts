import { type Call, CallError, createCall, type OutgoingRequest, toCallError } from '#client/call.ts'
import { VERSION } from '#core/version.ts'
import type { Login } from './storage/login.ts'

const TIMEOUT_MS = 15_000
/** Statuses with which a proxy says that the server behind it does not answer. */
const GATEWAY_STATUSES = [502, 504]

interface ConnectionOptions {
  login: Login
  language: string
  signal: AbortSignal
}

export interface Connection {
  call: Call
  /** Requests a file. */
  download: (request: OutgoingRequest) => Promise<Response>
}

export function createConnection({ login, language, signal }: ConnectionOptions): Connection {
  async function send({ method, path, headers, body }: OutgoingRequest, timeoutMs = TIMEOUT_MS) {
    const response = await fetch(`${login.url}${path}`, {
      method,
      // A redirect could lead the token elsewhere, and turns a POST into a GET.
      redirect: 'manual',
      headers: {
        ...headers,
        authorization: `Bearer ${login.token}`,
        'accept-language': language,
        'user-agent': `ritmo-cli/${VERSION} (${process.platform})`,
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body !== undefined && { body }),
    })
    if (GATEWAY_STATUSES.includes(response.status)) throw new CallError('offline')
    return response
  }

  return {
    call: createCall(send),
    async download(request) {
      const response = await send(request, 10 * TIMEOUT_MS).catch(() => {
        throw new CallError('offline')
      })
      if (response.ok) return response
      throw toCallError(await response.json().catch(() => undefined))
    },
  }
}
