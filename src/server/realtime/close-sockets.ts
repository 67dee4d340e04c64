import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sockets } from './sockets.ts'

const BATCHES = 60
const BATCH_INTERVAL_MS = 50
const MIN_BATCH_SIZE = 10

/** Ends all connections of a server that stops. */
export async function closeSockets(io: Sockets, { server, hasOthers }: { server: HttpServer; hasOthers: boolean }) {
  if (hasOthers) await disconnectInBatches(io, server)
  await io.close()
}

/**
 * Leaves the clients to the other servers, a few at a time: each comes there about a second after it was cut off, and all
 * in the same second would wait for one another.
 */
async function disconnectInBatches(io: Sockets, server: HttpServer) {
  // So that nobody comes back here.
  server.close()
  const open = [...io.sockets.sockets.values()]
  const size = Math.max(MIN_BATCH_SIZE, Math.ceil(open.length / BATCHES))
  for (let from = 0; from < open.length; from += size) {
    for (const { conn } of open.slice(from, from + size)) conn.close()
    await sleep(BATCH_INTERVAL_MS)
  }
}
