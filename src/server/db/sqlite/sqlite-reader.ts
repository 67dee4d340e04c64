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

/** What it reads is garbage soon: without a bound, Node would give it hundreds of megabytes to throw away later. */
const MAX_YOUNG_GENERATION_MB = 8

/** Long questions to a SQLite file: they are answered in a thread, and the server goes on meanwhile. */
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
    streamQuery: refuseTransactions,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseTransactions,
    commitTransaction: refuseTransactions,
    rollbackTransaction: refuseTransactions,
    destroy: () => thread.close(),
  }
}

function refuseTransactions(): never {
  throw new Error('The reader answers single questions')
}
