import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { openReaderThreads } from './reader-threads.ts'
import { ReaderAdapter, type TextQuery } from './text-query.ts'

/** Two for a user with long queries, and one for all others meanwhile. */
export const SQLITE_READER_THREADS = 3

/** The same for all connections, because compiled queries are cached by their adapter. */
const ADAPTER = new ReaderAdapter()
const COMPILER = new SqliteQueryCompiler()

const NEVER = new AbortController().signal

type Threads = ReturnType<typeof openReaderThreads>

/** Read-only connections in worker threads: long queries do not block the event loop of the server. */
export function openSqliteReader(file: string) {
  const threads = openReaderThreads(file, SQLITE_READER_THREADS)
  return {
    reader: openConnection(threads),
    /** A connection whose queries end when the signal aborts. */
    openReader: (signal: AbortSignal) => openConnection(threads, signal),
    withSnapshot: <T>(signal: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) =>
      withSnapshot(file, signal, work),
    close: threads.close,
  }
}

/** A thread of its own, because the transaction belongs to a connection. */
async function withSnapshot<T>(file: string, signal: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) {
  const threads = openReaderThreads(file, 1)
  try {
    const db = openConnection(threads, signal)
    // The snapshot is taken by the first query.
    await sql`begin`.execute(db)
    return await work(db)
  } finally {
    await threads.close()
  }
}

function openConnection(threads: Threads, signal = NEVER) {
  const dialect: Dialect = {
    createDriver: () => createDriver(threads, signal),
    createQueryCompiler: () => COMPILER,
    createAdapter: () => ADAPTER,
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  return new Kysely<Schema>({ dialect })
}

function createDriver(threads: Threads, signal: AbortSignal): Driver {
  let last: Promise<unknown> = Promise.resolve()
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({
      sql,
      parameters,
      text,
    }: CompiledQuery & Partial<TextQuery>): Promise<QueryResult<Row>> => {
      const rows = last.then(() => threads.run({ sql, parameters, text }, signal))
      // One connection uses one thread at a time.
      last = rows.catch(() => {})
      return { rows: (await rows) as Row[] }
    },
    streamQuery: refuse,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}

function refuse(): never {
  throw new Error('The reader executes single queries only')
}
