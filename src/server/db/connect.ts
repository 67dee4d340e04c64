import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, PostgresDialect, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import pg from 'pg'
import { openReader } from './reader.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
type Engine = 'sqlite' | 'postgres'

/** All that differs between the two engines is in this file. */
export interface Database {
  db: Db
  /** Where questions are asked that take long: nothing is written there, and what it answers may be a moment old. */
  reader: Db
  engine: Engine
  /** Where the data lie, without credentials. */
  place: string
  close: () => Promise<void>
}

export function connect({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): Database {
  return databaseUrl === undefined ? openSqlite(join(dataDir, 'ritmo.db')) : openPostgres(databaseUrl)
}

export function openSqlite(file: string): Database {
  const dialect = new SqliteDialect({ database: async () => guarded(new DatabaseSync(file, { timeout: 10_000 })) })
  const db = new Kysely<Schema>({ dialect })
  const reader = file === ':memory:' ? db : openReader(file)
  return {
    db,
    reader,
    engine: 'sqlite',
    place: file,
    async close() {
      if (reader !== db) await reader.destroy()
      await db.destroy()
    },
  }
}

function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    application_name: 'ritmo',
    types: { getTypeParser: parserFor },
  })
  // An idle connection that the server closes must not end the process; the next query gets a new one.
  pool.on('error', () => {})
  const { hostname, port, pathname } = new URL(url)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    reader: db,
    engine: 'postgres',
    place: `PostgreSQL at ${hostname || 'a local socket'}${port && `:${port}`}${pathname}`,
    close: () => db.destroy(),
  }
}

const UNIQUE_VIOLATIONS: unknown[] = ['23505', 2067, 1555]

/** Whether a write failed because such a row is already there. */
export function isDuplicate(error: Error & { code?: unknown; errcode?: unknown }) {
  return UNIQUE_VIOLATIONS.includes(error.code === 'ERR_SQLITE_ERROR' ? error.errcode : error.code)
}

const { INT8, NUMERIC } = pg.types.builtins

/** bigint, and the numeric that sums of it become, arrive as numbers: ours are all below 2^53. */
const parserFor: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, format)

const REMEMBERED_STATEMENTS = 500

/** `node:sqlite` in the shape Kysely knows, durable, with its prepared statements remembered. */
function guarded(database: DatabaseSync): SqliteDatabase {
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
      // A plain `begin` takes the write lock only at its first write, when it may be too late to wait for it.
      const statement = statements.get(text) ?? adapt(database.prepare(text === 'begin' ? 'begin immediate' : text))
      if (statements.size < REMEMBERED_STATEMENTS) statements.set(text, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
