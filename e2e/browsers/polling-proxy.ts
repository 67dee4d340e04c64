import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type PollingProxy = Awaited<ReturnType<typeof startPollingProxy>>

/** Starts a proxy before a local port that refuses WebSockets, as some company networks do. */
export async function startPollingProxy(target: number) {
  const sockets = new Set<Socket>()
  let refused = 0
  const server = createServer((near) => {
    sockets.add(near)
    // Browsers open a connection of its own for a WebSocket, so its first bytes tell.
    near.once('data', (chunk) => {
      if (/^upgrade: *websocket/im.test(chunk.toString('latin1'))) {
        refused += 1
        near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        return
      }
      const far = connect(target, '127.0.0.1')
      sockets.add(far)
      far.write(chunk)
      near.pipe(far).pipe(near)
      far.on('error', () => near.destroy())
    })
    near.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countRefused: () => refused,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
