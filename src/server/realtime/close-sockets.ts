import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sockets } from './socket-types.ts'

const BATCHES = 60
const BATCH_INTERVAL_MS = 50
const MIN_BATCH_SIZE = 10

/** Closes all connections when the server stops. */
export async function closeSockets(io: Sockets, { server, hasOthers }: { server: HttpServer; hasOthers: boolean }) {
  if (hasOthers) await disconnectInBatches(io, server)
  await io.close()
}

/** Closes connections in batches: all clients reconnecting to another server at once would overload it. */
async function disconnectInBatches(io: Sockets, server: HttpServer) {
  // Accepts no new connections, so that clients do not reconnect to this server.
  server.close()
  const open = [...io.sockets.sockets.values()]
  const size = Math.max(MIN_BATCH_SIZE, Math.ceil(open.length / BATCHES))
  for (let from = 0; from < open.length; from += size) {
    for (const { conn } of open.slice(from, from + size)) conn.close()
    await sleep(BATCH_INTERVAL_MS)
  }
}
