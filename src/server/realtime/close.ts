import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sockets } from './sockets.ts'

const PORTIONS = 60
const EVERY_MS = 50
const SMALLEST = 10

/** Ends all connections of a server that stops. */
export async function closeSockets(io: Sockets, { server, hasOthers }: { server: HttpServer; hasOthers: boolean }) {
  if (hasOthers) await handOver(io, server)
  await io.close()
}

/**
 * Leaves the clients to the other servers, a few at a time: each comes there about a second after it was cut off, and all
 * in the same second would wait for one another.
 */
async function handOver(io: Sockets, server: HttpServer) {
  // So that nobody comes back here.
  server.close()
  const open = [...io.sockets.sockets.values()]
  const size = Math.max(SMALLEST, Math.ceil(open.length / PORTIONS))
  for (let from = 0; from < open.length; from += size) {
    for (const { conn } of open.slice(from, from + size)) conn.close()
    await sleep(EVERY_MS)
  }
}
