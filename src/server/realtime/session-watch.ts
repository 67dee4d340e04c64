import type { SocketOptions, UserSocket } from './socket-types.ts'

const MAX_CHECK_INTERVAL_MS = 5 * 60_000
/** While the database is unreachable, an expired session is checked again at this interval. */
const MIN_CHECK_INTERVAL_MS = 1_000

/** Looks the session of a connection up again from time to time, and when it should expire. */
export function watchSession(socket: UserSocket, { findSession, now }: Pick<SocketOptions, 'findSession' | 'now'>) {
  let timer: NodeJS.Timeout | undefined
  const scheduleCheck = () => {
    const delayMs = Math.min(MAX_CHECK_INTERVAL_MS, socket.data.expiresAt - now())
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
