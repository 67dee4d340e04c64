import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { openWorkerThread } from '#server/worker-thread.ts'
import type { Schema } from '#server/db/schema.ts'

/** Without a limit, Node would collect hundreds of megabytes of old rows before it frees them. */
const MAX_YOUNG_GENERATION_MB = 8

/** A read-only connection in a worker thread: long queries do not block the event loop of the server. */
export function openSqliteReader(file: string): Kysely<Schema> {
  const dialect: Dialect = {
    createDriver: () => createWorkerDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  return new Kysely<Schema>({ dialect })
}

interface ReaderQuery {
  sql: string
  parameters: readonly unknown[]
}

function createWorkerDriver(file: string): Driver {
  const limits = { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB }
  const thread = openWorkerThread<ReaderQuery, unknown[]>(new URL('./sqlite-reader-worker.mjs', import.meta.url), {
    data: file,
    limits,
  })
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await thread.call({ sql, parameters })) as Row[],
    }),
    streamQuery: refuse,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => thread.close(),
  }
}

function refuse(): never {
  throw new Error('The reader executes single queries only')
}
