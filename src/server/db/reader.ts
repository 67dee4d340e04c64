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
import { openThread } from '#server/thread.ts'
import type { Schema } from './schema.ts'

/** What it reads is garbage soon: without a bound, Node would give it hundreds of megabytes to throw away later. */
const YOUNG_MB = 8

/** Long questions to a SQLite file: they are answered in a thread, and the server goes on meanwhile. */
export function openReader(file: string): Kysely<Schema> {
  const dialect: Dialect = {
    createDriver: () => threadDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  return new Kysely<Schema>({ dialect })
}

interface Question {
  sql: string
  parameters: readonly unknown[]
}

function threadDriver(file: string): Driver {
  const limits = { maxYoungGenerationSizeMb: YOUNG_MB }
  const thread = openThread<Question, unknown[]>(new URL('./reader-thread.mjs', import.meta.url), {
    data: file,
    limits,
  })
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await thread.ask({ sql, parameters })) as Row[],
    }),
    streamQuery: onlyQuestions,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: onlyQuestions,
    commitTransaction: onlyQuestions,
    rollbackTransaction: onlyQuestions,
    destroy: () => thread.close(),
  }
}

function onlyQuestions(): never {
  throw new Error('The reader answers single questions')
}
