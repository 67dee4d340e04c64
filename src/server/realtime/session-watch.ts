import type { SocketOptions, Sockets, UserSocket } from './sockets.ts'

const CHECK_EVERY_MS = 5 * 60_000
/** While the database does not answer a session may outlast its end. */
const SOONEST_CHECK_MS = 1_000
const BURST_MS = 10_000
const BURST_EVENTS = 20
/** What no clumsy client would send: somebody means harm, or a program has run wild. */
const FLOOD_PACKETS = 500

/** Keeps a connection to what one person can do, and to the life of its session. */
export function watchSession(socket: UserSocket, { findSession, now }: Pick<SocketOptions, 'findSession' | 'now'>) {
  limitEvents(socket)
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const left = socket.data.expiresAt - now()
    timer = setTimeout(() => void check(), Math.max(SOONEST_CHECK_MS, Math.min(CHECK_EVERY_MS, left)))
  }
  async function check() {
    await checkSession(socket, findSession)
    if (socket.connected) wait()
  }
  // It may have ended after the connection was let in and before its end could be told to it.
  void check()
  socket.on('disconnect', () => clearTimeout(timer))
}

/** Ends a connection whose session has ended. */
export async function checkSession(socket: UserSocket, findSession: SocketOptions['findSession']) {
  // A database that does not answer says nothing about the session: it is asked again.
  const isOver = await findSession(socket.data.token).then(
    (session) => session === undefined,
    () => false,
  )
  if (!isOver) return
  socket.emit('session:revoked', { reason: 'expired' })
  socket.disconnect(true)
}

/** Twenty events in ten seconds are heard; what is above that is dropped. */
function limitEvents(socket: UserSocket) {
  const count = countBurst()
  socket.use((packet, next) => {
    if (count() <= BURST_EVENTS) return next()
    const answer: unknown = packet.at(-1)
    if (typeof answer === 'function') answer({ error: 'rate' })
  })
}

/** A flood ends the connection, whatever it is of: greetings, answers and signs of life are no events. */
export function disconnectFloods(io: Sockets) {
  io.engine.on('connection', (connection: UserSocket['conn']) => {
    const count = countBurst()
    connection.on('packet', () => {
      if (count() > FLOOD_PACKETS) connection.close()
    })
  })
}

/** Counts what comes within ten seconds. */
function countBurst() {
  let [since, count] = [performance.now(), 0]
  return () => {
    if (performance.now() - since > BURST_MS) [since, count] = [performance.now(), 0]
    return (count += 1)
  }
}
