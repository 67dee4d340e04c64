import type { SocketOptions, UserSocket } from './sockets.ts'

const CHECK_EVERY_MS = 5 * 60_000
const BURST_MS = 10_000
const BURST_EVENTS = 20
/** What no clumsy client would send: somebody means harm, or a program has run wild. */
const FLOOD_EVENTS = 500

/** Keeps a connection to what one person can do, and to the life of its session. */
export function guard(socket: UserSocket, { findSession, now }: Pick<SocketOptions, 'findSession' | 'now'>) {
  limit(socket)
  const check = () => void checkSession(socket, findSession)
  const timer = setInterval(check, Math.min(CHECK_EVERY_MS, expiryOf(socket.data.token) - now()))
  socket.on('disconnect', () => clearInterval(timer))
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

/** Twenty events in ten seconds are heard. What is above that is dropped, and a flood ends the connection. */
function limit(socket: UserSocket) {
  let [since, count] = [performance.now(), 0]
  socket.use((packet, next) => {
    if (performance.now() - since > BURST_MS) [since, count] = [performance.now(), 0]
    count += 1
    if (count <= BURST_EVENTS) return next()
    if (count > FLOOD_EVENTS) return void socket.disconnect(true)
    const answer: unknown = packet.at(-1)
    if (typeof answer === 'function') answer({ error: 'rate' })
  })
}

/** A little after the moment that the token names; it is our own, and was verified. */
function expiryOf(token: string) {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }
  return (exp + 1) * 1_000
}
