import type pg from 'pg'

/**
 * Sends everything that `pg` writes until the current call stack has ended in one system call.
 *
 * `pg` writes each protocol message on its own (parse, bind, describe, execute, sync: up to five for a statement), and a
 * write to the socket costs this process more than anything else it does for a query. `pg` has no option for this, so
 * its socket is corked: `Client.connection` is typed but not documented, and `batch-writes.test.ts` fails if it changes.
 * MEASURED
 */
export function batchWrites({ connection: { stream } }: pg.Client) {
  stream.cork()
  queueMicrotask(() => stream.uncork())
}
