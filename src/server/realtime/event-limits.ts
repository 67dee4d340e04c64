import type { Sockets, UserSocket } from './socket-types.ts'

const WINDOW_MS = 10_000
const MAX_EVENTS = 20
/** No correct client comes near this number. */
const MAX_PACKETS = 500

/** Drops the events of a connection beyond twenty in ten seconds, and answers those that ask for an acknowledgement. */
export function limitEvents(socket: UserSocket) {
  const count = createWindowCounter()
  socket.use((packet, next) => {
    if (count() <= MAX_EVENTS) return next()
    const acknowledge: unknown = packet.at(-1)
    if (typeof acknowledge === 'function') acknowledge({ error: 'rate' })
  })
}

/**
 * Closes a connection that sends packets of any kind in a flood: pings, acknowledgements and connects are no events.
 */
export function disconnectFloods(io: Sockets) {
  io.engine.on('connection', (connection: UserSocket['conn']) => {
    const count = createWindowCounter()
    connection.on('packet', () => {
      if (count() > MAX_PACKETS) connection.close()
    })
  })
}

/** Each call counts one, and returns the count of the current ten seconds. */
function createWindowCounter() {
  let [startedAt, count] = [performance.now(), 0]
  return () => {
    if (performance.now() - startedAt > WINDOW_MS) [startedAt, count] = [performance.now(), 0]
    return (count += 1)
  }
}
