import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type pg from 'pg'
import { openPostgres } from './postgres.ts'
import { openReader } from './reader.ts'
import { isWorthRemembering, REMEMBERED_STATEMENTS } from './remembered.ts'
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
  time?: () => Promise<number>
  /** Where the data lie, without credentials. */
  place: string
  close: () => Promise<void>
}

interface Place {
  databaseUrl: string | undefined
  replicaUrl?: string | undefined
  poolSize?: number
  statementMs?: number
  dataDir: string
}

const STATEMENT_MS = 5_000

export function connect({
  databaseUrl,
  replicaUrl,
  poolSize = 10,
  statementMs = STATEMENT_MS,
  dataDir,
}: Place): Database {
  if (databaseUrl === undefined) return openSqlite(join(dataDir, 'ritmo.db'))
  const opened = openPostgres({ databaseUrl, replicaUrl, poolSize, statementMs })
  const { db, reader } = opened
  return {
    ...opened,
    engine: 'postgres',
    close: async () => void (await Promise.all([db.destroy(), reader.destroy()])),
  }
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
      const wanted = adapted(text, database)
      const known = statements.get(wanted)
      if (known !== undefined) return known
      const statement = adapt(database.prepare(wanted))
      if (statements.size < REMEMBERED_STATEMENTS && isWorthRemembering(wanted, parametersIn(wanted)))
        statements.set(wanted, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

const parametersIn = (text: string) => text.split('?').length - 1

function adapted(text: string, database: DatabaseSync) {
  // A plain `begin` takes the write lock only at its first write, when it may be too late to wait for it.
  if (text === 'begin') return 'begin immediate'
  // A full disk has undone the transaction already; told so, nobody would hear of the disk.
  return text === 'rollback' && !database.isTransaction ? 'select 1' : text
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
