import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'

export interface PrefixProxy {
  /** The address below which the proxy shows the site. */
  url: string
  /** Requests outside that path, which another site of the host would have got. */
  strayPaths: string[]
  /** Paths of the sockets that were opened. */
  socketPaths: string[]
  stop: () => void
}

/** A proxy that shows a server below a path of its host, and passes the path on or removes it. */
export async function startPrefixProxy(
  target: () => number,
  { prefix, strips }: { prefix: string; strips: boolean },
): Promise<PrefixProxy> {
  const strayPaths: string[] = []
  const socketPaths: string[] = []
  const forward = ({ method, url = '', headers }: IncomingMessage) => {
    const path = strips ? url.slice(prefix.length) || '/' : url
    return request({ host: '127.0.0.1', port: target(), method, path, headers })
  }
  const isOfSite = ({ url = '' }: IncomingMessage) => url === prefix || url.startsWith(`${prefix}/`)
  const server = createServer((incoming, reply) => {
    if (!isOfSite(incoming)) {
      strayPaths.push(incoming.url ?? '')
      reply.writeHead(404).end('another site')
      return
    }
    const outgoing = forward(incoming)
    outgoing.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    outgoing.on('error', () => reply.destroy())
    incoming.pipe(outgoing)
  })
  server.on('upgrade', (incoming, client) => {
    socketPaths.push(incoming.url ?? '')
    if (!isOfSite(incoming)) {
      client.destroy()
      return
    }
    const outgoing = forward(incoming).end()
    client.on('error', () => outgoing.destroy())
    outgoing.on('error', () => client.destroy())
    outgoing.on('upgrade', (answer, upstream) => {
      const lines = answer.rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`))
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      upstream.on('error', () => client.destroy())
      client.on('close', () => upstream.destroy())
      upstream.pipe(client).pipe(upstream)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}${prefix}`, strayPaths, socketPaths, stop }
}
