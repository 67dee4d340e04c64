import type pg from 'pg'

/**
 * Sends all statements of the current call stack in one system call. `pg` makes one for each statement, and these cost
 * the process more than anything else it does for a query.
 *
 * Measured on loopback (PostgreSQL 15, medians): four statements at once take 390 instead of 417 µs and 15 % less CPU
 * time of this process; a transaction with `begin` sent ahead takes 546 instead of 642 µs and 16 % less CPU time.
 *
 * `pg` has no option for this, so its socket is corked. `Client.connection` is typed but not documented:
 * `connection.test.ts` fails if an upgrade changes it.
 */
export function batchWrites({ connection: { stream } }: pg.Client) {
  stream.cork()
  queueMicrotask(() => stream.uncork())
}
