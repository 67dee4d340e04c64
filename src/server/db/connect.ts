import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type pg from 'pg'
import { openPostgres } from './postgres/postgres.ts'
import { LAST_RESORT_PAGES, openCheckpoints } from './sqlite/checkpoints.ts'
import { RowBatch, runBatch } from './sqlite/row-batch.ts'
import { makePrivate } from './sqlite/private-files.ts'
import { openSqliteReader, SQLITE_READER_THREADS } from './sqlite/sqlite-reader.ts'
import { isCacheable, MAX_CACHED_STATEMENTS } from './statement-cache.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
type Engine = 'sqlite' | 'postgres'

/**
 * Opens a connection for the long queries of one request. They end when the signal aborts. Unless `isFresh` is false, they
 * see everything that was written before.
 */
export type OpenReader = (signal: AbortSignal, options?: { isFresh?: boolean }) => Db

/**
 * Runs queries that see the database as it was at one moment, without blocking writes. They end when the signal aborts. A
 * snapshot has a connection of its own, which is opened for it.
 */
export type WithSnapshot = <T>(signal: AbortSignal, work: (db: Db) => Promise<T>) => Promise<T>

/** An open database of either engine. Code outside of `db/` and `operations/` does not depend on the engine. */
export interface Database {
  db: Db
  /** Runs queries that take long. It is read-only, and may be a moment behind. */
  reader: Db
  openReader: OpenReader
  withSnapshot: WithSnapshot
  /** The number of long queries that run at the same time. */
  readerConnections: number
  engine: Engine
  /** The connection pool of PostgreSQL. */
  pool?: pg.Pool
  /** Reads the clock of the database, which is the same for all servers. */
  readTime?: () => Promise<number>
  /** The file or address of the data, without credentials. */
  location: string
  close: () => Promise<void>
}

interface ConnectOptions {
  databaseUrl: string | undefined
  replicaUrl?: string | undefined
  poolSize?: number
  statementTimeoutMs?: number
  dataDir: string
}

const STATEMENT_TIMEOUT_MS = 5_000
const MEMORY = ':memory:'

export function connect(options: ConnectOptions): Database {
  const { databaseUrl, replicaUrl, poolSize = 10, statementTimeoutMs = STATEMENT_TIMEOUT_MS, dataDir } = options
  if (databaseUrl === undefined) return openSqlite(join(dataDir, 'ritmo.db'))
  const postgres = openPostgres({ databaseUrl, replicaUrl, poolSize, statementTimeoutMs })
  const { db, reader } = postgres
  return {
    ...postgres,
    engine: 'postgres',
    close: async () => void (await Promise.all([db.destroy(), reader.destroy()])),
  }
}

export function openSqlite(file: string): Database {
  const checkpoints = file === MEMORY ? undefined : openCheckpoints(file)
  const dialect = new SqliteDialect({
    database: async () => {
      if (file !== MEMORY) makePrivate(file)
      return toKyselyDatabase(new DatabaseSync(file, { timeout: 10_000 }), () => checkpoints?.countCommit())
    },
  })
  const db = new Kysely<Schema>({ dialect })
  const threads = file === MEMORY ? undefined : openSqliteReader(file)
  return {
    db,
    reader: threads?.reader ?? db,
    openReader: threads?.openReader ?? (() => db),
    // A database in memory has a single connection, on which other queries wait.
    withSnapshot: threads?.withSnapshot ?? ((_signal, work) => db.transaction().execute(work)),
    readerConnections: SQLITE_READER_THREADS,
    engine: 'sqlite',
    location: file,
    async close() {
      await Promise.all([threads?.close(), checkpoints?.close()])
      await db.destroy()
    },
  }
}

/** Adapts `node:sqlite` to Kysely: with durable commits, foreign keys, and a cache of prepared statements. */
function toKyselyDatabase(database: DatabaseSync, onCommit: () => void): SqliteDatabase {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma wal_autocheckpoint = ${LAST_RESORT_PAGES};
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -32000;
  `)
  // The threads for long queries cancel them by this function (see sqlite/sqlite-reader-worker.mjs).
  database.function('keep_going', () => 1)
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const rewritten = rewriteStatement(text, database)
      const cached = statements.get(rewritten)
      if (cached !== undefined) return cached
      const prepared = toKyselyStatement(database.prepare(rewritten), database)
      const statement = text === 'commit' ? callAfter(prepared, onCommit) : prepared
      if (statements.size < MAX_CACHED_STATEMENTS && isCacheable(rewritten, countParameters(rewritten)))
        statements.set(rewritten, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

/** Kysely runs statements without rows, such as a commit, by `run`. */
const callAfter = (statement: SqliteStatement, listener: () => void): SqliteStatement => ({
  ...statement,
  run(parameters) {
    const result = statement.run(parameters)
    listener()
    return result
  },
})

const countParameters = (text: string) => text.split('?').length - 1

function rewriteStatement(text: string, database: DatabaseSync) {
  // A plain `begin` takes the write lock at its first write. SQLite does not wait there if another process has written.
  if (text === 'begin') return 'begin immediate'
  // A full disk has already rolled the transaction back. A second rollback would fail and hide the first error.
  return text === 'rollback' && !database.isTransaction ? 'select 1' : text
}

function toKyselyStatement(statement: StatementSync, database: DatabaseSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run(parameters) {
      const [first] = parameters
      if (first instanceof RowBatch) return runBatch(first, statement, database)
      return statement.run(...(parameters as SQLInputValue[]))
    },
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
