import type { SocketOptions, Sockets, UserSocket } from './socket-types.ts'

/** That a session has ended is told at once. This finds those whose message was lost. */
const MAX_CHECK_INTERVAL_MS = 15 * 60_000
/** Checks of the same ten seconds are made together, so that one query reads many sessions. */
const CHECK_STEP_MS = 10_000
/** While the database is unreachable, an expired session is checked again at this interval. */
const MIN_CHECK_INTERVAL_MS = 1_000

/** Looks the session of a connection up again from time to time, and when it should expire. */
export function watchSession(socket: UserSocket, { findSession, now }: Pick<SocketOptions, 'findSession' | 'now'>) {
  let timer: NodeJS.Timeout | undefined
  const scheduleCheck = () => {
    const untilStep = CHECK_STEP_MS - (performance.now() % CHECK_STEP_MS)
    const delayMs = Math.min(MAX_CHECK_INTERVAL_MS + untilStep, socket.data.expiresAt - now())
    timer = setTimeout(() => void check(), Math.max(MIN_CHECK_INTERVAL_MS, delayMs))
  }
  async function check() {
    await checkSession(socket, findSession)
    if (socket.connected) scheduleCheck()
  }
  // If the session ended while the connection was being accepted, `session:revoked` was sent before it joined its room.
  void check()
  socket.on('disconnect', () => clearTimeout(timer))
}

/** Closes all connections of this server whose sessions have ended. */
export async function checkSessions(io: Sockets, findSession: SocketOptions['findSession']) {
  await Promise.all(Array.from(io.sockets.sockets.values(), (socket) => checkSession(socket, findSession)))
}

/** Closes a connection whose session has ended. */
export async function checkSession(socket: UserSocket, findSession: SocketOptions['findSession']) {
  // If the database does not answer, the session may still be valid: the next check decides.
  const isOver = await findSession(socket.data.token).then(
    (session) => session === undefined,
    () => false,
  )
  if (!isOver) return
  socket.emit('session:revoked', { reason: 'expired' })
  socket.disconnect(true)
}
