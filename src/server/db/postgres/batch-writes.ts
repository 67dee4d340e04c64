import type pg from 'pg'

/**
 * Sends all statements of the current call stack in one write to the socket. `pg` makes one write for each statement.
 *
 * Measured on loopback with PostgreSQL 15, on a busy machine (150 paired blocks, 95 % intervals): four statements at once
 * take one write instead of four and 14 % (11 to 17) less CPU time of this process. Together with sending `begin` ahead,
 * a small transaction takes 7 % (5 to 9) less CPU time and 7 % (2 to 12) less time. Other differences were within noise.
 *
 * `pg` has no option for this, so its socket is corked. `Client.connection` is typed but not documented:
 * `connection.test.ts` fails if an upgrade changes it.
 */
export function batchWrites({ connection: { stream } }: pg.Client) {
  stream.cork()
  queueMicrotask(() => stream.uncork())
}
