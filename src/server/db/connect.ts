import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type pg from 'pg'
import { openPostgres } from './postgres/postgres.ts'
import { openSqliteReader } from './sqlite/sqlite-reader.ts'
import { isCacheable, MAX_CACHED_STATEMENTS } from './statement-cache.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
type Engine = 'sqlite' | 'postgres'

/** All that differs between the two engines is in this folder. */
export interface Database {
  db: Db
  /** Where questions are asked that take long: nothing is written there, and what it answers may be a moment old. */
  reader: Db
  engine: Engine
  /** The connections to PostgreSQL that answer requests. */
  pool?: pg.Pool
  /** The time of the database's own machine, which is one for all servers. */
  readTime?: () => Promise<number>
  /** Where the data lie, without credentials. */
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

export function connect({
  databaseUrl,
  replicaUrl,
  poolSize = 10,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  dataDir,
}: ConnectOptions): Database {
  if (databaseUrl === undefined) return openSqlite(join(dataDir, 'ritmo.db'))
  const opened = openPostgres({ databaseUrl, replicaUrl, poolSize, statementTimeoutMs })
  const { db, reader } = opened
  return {
    ...opened,
    engine: 'postgres',
    close: async () => void (await Promise.all([db.destroy(), reader.destroy()])),
  }
}

export function openSqlite(file: string): Database {
  const dialect = new SqliteDialect({
    database: async () => toKyselyDatabase(new DatabaseSync(file, { timeout: 10_000 })),
  })
  const db = new Kysely<Schema>({ dialect })
  const reader = file === ':memory:' ? db : openSqliteReader(file)
  return {
    db,
    reader,
    engine: 'sqlite',
    location: file,
    async close() {
      if (reader !== db) await reader.destroy()
      await db.destroy()
    },
  }
}

/** `node:sqlite` in the shape Kysely knows, durable, with its prepared statements remembered. */
function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -32000;
  `)
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const wanted = rewriteStatement(text, database)
      const known = statements.get(wanted)
      if (known !== undefined) return known
      const statement = toKyselyStatement(database.prepare(wanted))
      if (statements.size < MAX_CACHED_STATEMENTS && isCacheable(wanted, countParameters(wanted)))
        statements.set(wanted, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

const countParameters = (text: string) => text.split('?').length - 1

function rewriteStatement(text: string, database: DatabaseSync) {
  // A plain `begin` takes the write lock only at its first write, when it may be too late to wait for it.
  if (text === 'begin') return 'begin immediate'
  // A full disk has undone the transaction already; told so, nobody would hear of the disk.
  return text === 'rollback' && !database.isTransaction ? 'select 1' : text
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
