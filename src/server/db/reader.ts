import { Worker } from 'node:worker_threads'
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
import type { Answer, Question } from './reader-thread.ts'
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

function threadDriver(file: string): Driver {
  const thread = openThread(file)
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await thread.ask(sql, parameters)) as Row[],
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

interface Waiting {
  resolve: (rows: unknown[]) => void
  reject: (error: unknown) => void
}

/** A thread that is there once it is asked something, and again after it broke. */
function openThread(file: string) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0

  function start() {
    const started = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    started.on('message', (answer: Answer) => {
      const { resolve, reject } = waiting.get(answer.id)!
      waiting.delete(answer.id)
      if ('rows' in answer) resolve(answer.rows)
      else reject(answer.error)
    })
    started.on('error', fail)
    // It must not keep a server from ending.
    started.unref()
    return started
  }

  function fail(error: unknown) {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    ask: (sql: string, parameters: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        worker ??= start()
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.postMessage({ id: asked, sql, parameters } satisfies Question)
      }),
    async close() {
      await worker?.terminate()
      fail(new Error('The server is closing'))
    },
  }
}
