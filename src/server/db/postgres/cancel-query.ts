import { connect } from 'node:net'
import type pg from 'pg'

const CANCEL_REQUEST = 80_877_102
const TIMEOUT_MS = 3_000

/** The values that identify a connection to the server. `pg` has them, but does not declare them. */
interface BackendKey {
  processID: number | null
  secretKey: number | null
}

/**
 * Asks PostgreSQL to cancel the query that a connection waits for. The protocol needs a connection of its own for it, and
 * the server replies only by failing the query. Closing the connection would not stop the query.
 */
export function cancelQuery(client: pg.Client & Partial<BackendKey>) {
  const { host, port, processID, secretKey } = client
  if (!processID || typeof secretKey !== 'number') return
  const isSocketFile = host.startsWith('/')
  const socket = isSocketFile ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port })
  const message = Buffer.alloc(16)
  for (const [index, value] of [message.length, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(value | 0, index * 4)
  // If the request fails, the statement timeout ends the query.
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy()).on('error', () => {})
  // The server closes the connection. PgBouncer forgets a request whose sender closes it first.
  socket.resume().write(message)
}
