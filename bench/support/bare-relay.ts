import { DatabaseSync } from 'node:sqlite'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * Forwards each message of a connection to the user's other connections. With a file, it first commits the message as a
 * row, with the product's database settings; without one it stores nothing.
 */
const [, , file] = process.argv
const store = file === undefined ? () => {} : openStore(file)
const rooms = new Map<string, Set<WebSocket>>()
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })

server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set()
  rooms.set(url, room.add(socket))
  socket.on('message', (message: Buffer) => {
    const text = message.toString()
    store(url, text)
    for (const other of room) if (other !== socket) other.send(text)
  })
  socket.on('close', () => room.delete(socket))
  // Confirms the connection, as the product does.
  socket.send('')
})
server.on('listening', () => process.send?.(server.address().port))

function openStore(file: string) {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table messages (user text, message text)')
  const insert = db.prepare('insert into messages (user, message) values (?, ?)')
  return (user: string, message: string) => void insert.run(user, message)
}
