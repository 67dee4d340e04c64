import { COMMAND_SCOPES, scopesOfEvent } from '#contract/integrations/token-scopes.ts'
import { formatMessage } from '#contract/messages/format-message.ts'
import { findScopeRefusal, type Session } from '#server/http/serve.ts'
import type { Sockets, UserSocket } from './socket-types.ts'

const WINDOW_MS = 10_000
const MAX_EVENTS = 20
/** Far more than any correct client sends. */
const MAX_PACKETS = 500

/** Drops events beyond `MAX_EVENTS` in ten seconds. Those with a callback get an error. */
export function limitEvents(socket: UserSocket) {
  const count = createWindowCounter()
  socket.use((packet, next) => {
    if (count() <= MAX_EVENTS) return next()
    const acknowledge: unknown = packet.at(-1)
    if (typeof acknowledge === 'function') acknowledge({ error: 'rate' })
  })
}

/** Closes connections that send a flood of any packets, such as pings and acknowledgements, which are no events. */
export function disconnectFloods(io: Sockets) {
  io.engine.on('connection', (connection: UserSocket['conn']) => {
    const count = createWindowCounter()
    connection.on('packet', () => {
      if (count() > MAX_PACKETS) connection.close()
    })
  })
}

/** Returns a function that counts its calls, and returns the count of the current ten seconds. */
function createWindowCounter() {
  let [startedAt, count] = [performance.now(), 0]
  return () => {
    if (performance.now() - startedAt > WINDOW_MS) [startedAt, count] = [performance.now(), 0]
    return (count += 1)
  }
}

/** Whether a client may change the timer. One that may not is a program that listens, and no sign of its user. */
export const mayCommand = (session: Pick<Session, 'scopes'>) => findScopeRefusal(session, COMMAND_SCOPES) === undefined

/** Drops events for which the access token of a client has no scope. Those with a callback get an error. */
export function checkScopes(socket: UserSocket) {
  const { language } = socket.data
  socket.use((packet, next) => {
    const refusal = findScopeRefusal(socket.data, scopesOfEvent(packet[0]))
    if (refusal === undefined) return next()
    const acknowledge: unknown = packet.at(-1)
    if (typeof acknowledge === 'function')
      acknowledge({ error: refusal.code, message: formatMessage(language ?? 'en', refusal.key) })
  })
}
