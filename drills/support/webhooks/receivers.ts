import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

interface Arrival {
  name: string
  sentAt: number
  delayMs: number
}

/** A receiver of `tag.created` that keeps what it accepts. */
export async function startReceiver() {
  const arrivals: Arrival[] = []
  let status = 200
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: { name: string } }
      const sentAt = Date.parse(timestamp)
      if (status === 200) arrivals.push({ name: data.name, sentAt, delayMs: Date.now() - sentAt })
      reply.writeHead(status).end()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    names: () => arrivals.map(({ name }) => name),
    delaysSince: (from: number) => arrivals.flatMap(({ sentAt, delayMs }) => (sentAt >= from ? delayMs : [])),
    fail: () => void (status = 503),
    work: () => void (status = 200),
    stop: () => void server.close(),
  }
}

const HEADERS = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n'
const BYTE_INTERVAL_MS = 100

/** The ways in which abusive receivers handle a connection. */
const HABITS: ((socket: Socket) => void)[] = [
  () => {},
  (socket) => sendOneByOne(socket, 'HTTP/1.1 200 OK\r\nx: '),
  (socket) => sendOneByOne(socket, HEADERS),
  (socket) => {
    const fill = () => void (socket.write('x'.repeat(65_536)) && setImmediate(fill))
    socket.write(HEADERS)
    socket.on('drain', fill)
    fill()
  },
]

/** A receiver for each habit. */
export async function startAbusiveReceivers() {
  const sockets = new Set<Socket>()
  const servers = HABITS.map((handle) =>
    createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      socket.resume()
      handle(socket)
    }),
  )
  const ports = await Promise.all(servers.map(listen))
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    stop() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) server.close()
    },
  }
}

function sendOneByOne(socket: Socket, start: string) {
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), BYTE_INTERVAL_MS)
  socket.on('close', () => clearInterval(timer))
}

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
