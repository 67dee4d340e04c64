import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { checkUrl } from './check-url.ts'
import { toOutboundError } from './outbound-error.ts'
import { type ReachableAddress, resolveHost, type ResolveOptions } from './resolve-host.ts'

// An import of `node:http` reads all that it exports, also the lazy WebSocket: 60 ms of a start.
const HTTP = process.getBuiltinModule('node:http')
const HTTPS = process.getBuiltinModule('node:https')

export interface OutsideRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For everything together, from looking up the name to the last byte of the reply. */
  timeoutMs: number
  /** The rest of a longer body is not read. */
  maxBytes: number
}

export interface OutsideReply {
  /** A redirect is a reply like any other: it is not followed. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The body is longer than `maxBytes`, and only its beginning was read. */
  isTruncated: boolean
}

/**
 * Returns a function that sends a request to an address that a user has typed. It connects to nothing but public
 * addresses and the operator's `allowedNetworks`, and throws an `OutboundError` if there is no complete reply.
 */
export function createFetchOutside(options: ResolveOptions) {
  return async (address: string, request: OutsideRequest): Promise<OutsideReply> => {
    const signal = AbortSignal.timeout(request.timeoutMs)
    const url = checkUrl(address)
    try {
      return await send(url, request, { signal, addresses: await resolveHost(url.hostname, signal, options) })
    } catch (error) {
      throw toOutboundError(error, signal)
    }
  }
}

export type FetchOutside = ReturnType<typeof createFetchOutside>

interface Connection {
  signal: AbortSignal
  addresses: ReachableAddress[]
}

function send(url: URL, { method, headers, body, maxBytes }: OutsideRequest, { signal, addresses }: Connection) {
  return new Promise<OutsideReply>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? HTTPS : HTTP
    const outgoing = request(url, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers, ...(body !== undefined && contentLength(body)) },
      // Each request has a connection of its own, to an address that was checked for this request.
      agent: false,
      lookup: lookUpIn(addresses),
      signal,
    })
    // Node does not always end a request whose receiver has changed the protocol.
    signal.addEventListener('abort', reject)
    outgoing.on('error', reject)
    outgoing.on('upgrade', (_incoming, socket) => reject(socket.destroy()))
    outgoing.on('response', (incoming) => {
      readBody(incoming, maxBytes)
        .then(({ chunks, isTruncated }) => {
          const { statusCode = 0, headers } = incoming
          resolve({ status: statusCode, headers, body: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated })
        }, reject)
        .finally(() => outgoing.destroy())
    })
    outgoing.end(body)
  })
}

const contentLength = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })

async function readBody(incoming: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) return { chunks, isTruncated: true }
  }
  return { chunks, isTruncated: false }
}

/** Node asks this function in place of the DNS, so the name cannot lead to another address than the checked ones. */
const lookUpIn =
  (addresses: ReachableAddress[]): LookupFunction =>
  (_host, { all }, callback) =>
    all === true ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
