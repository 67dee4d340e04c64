import type { Sockets } from './socket-types.ts'

/** About what a server needs to accept a client and send it its timer, twice over. */
const MS_PER_SOCKET = 2
/** Clients that are fewer reconnect within the second that they wait anyway. */
const MIN_SOCKETS = 512
const MAX_SPREAD_MS = 20_000

/**
 * Over how many milliseconds the clients of a server that has stopped should spread their return. Numbers of clients are
 * rounded down to powers of two, so that the value changes rarely.
 */
export function spreadFor(sockets: number) {
  if (sockets < MIN_SOCKETS) return 0
  return Math.min(MAX_SPREAD_MS, 2 ** Math.floor(Math.log2(sockets)) * MS_PER_SOCKET)
}

/** Tells clients how long a random wait they should add before they reconnect. Legacy clients do not know this event. */
export function spreadReconnects(io: Sockets) {
  let toldMs = 0
  io.on('connection', (socket) => {
    const ms = spreadFor(io.engine.clientsCount)
    const hasGrown = ms > toldMs
    toldMs = ms
    // Those who connected before were told less.
    const told = hasGrown ? io.sockets.sockets.values() : [socket]
    for (const each of told) if (ms > 0 && !each.data.isLegacy) each.emit('connection:spread', { ms })
  })
}
