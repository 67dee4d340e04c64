import { type WebSocket, WebSocketServer } from 'ws'

/** Forwards each message of a connection to the user's other connections, and stores nothing. */
const rooms = new Map<string, Set<WebSocket>>()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })

server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set()
  rooms.set(url, room.add(socket))
  socket.on('message', (message: Buffer) => {
    const text = message.toString()
    for (const other of room) if (other !== socket) other.send(text)
  })
  socket.on('close', () => room.delete(socket))
  // Confirms the connection, as the product does.
  socket.send('')
})
server.on('listening', () => process.send?.(server.address().port))
