import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import { isDatabaseUnreachable } from '#server/db/error-classification.ts'
import type { Schema } from '#server/db/schema.ts'
import { Connection } from './connection.ts'
import { keepsPreparedStatements } from './keeps-prepared-statements.ts'
import { POOL_TIMEOUT } from './pg-error-messages.ts'

interface PostgresOptions {
  databaseUrl: string
  /** A read-only copy of the database, for long queries. */
  replicaUrl: string | undefined
  poolSize: number
  statementTimeoutMs: number
}

const require = createRequire(import.meta.url)

/** Reports may add up years of entries. */
const LONG_STATEMENT_TIMEOUT_MS = 30_000
/** One for a user with long queries, and one for all others meanwhile. */
const MIN_READER_CONNECTIONS = 2
/** Covers waiting for a free connection, for a PostgreSQL that restarts, and for a failover. */
const CONNECT_TIMEOUT_MS = 3_000
/** Long queries occupy the few connections of their pool for longer. */
const LONG_CONNECT_TIMEOUT_MS = 5_000
const RETRY_INTERVAL_MS = 100
/** PostgreSQL cancels a statement at its timeout. A connection without a reply this much later is dead. */
const REPLY_GRACE_MS = 1_000
const KEEP_ALIVE_MS = 10_000

export function openPostgres({ databaseUrl, replicaUrl, poolSize, statementTimeoutMs }: PostgresOptions) {
  const pool = openPool(databaseUrl, { max: poolSize, statementTimeoutMs })
  // Long queries have a pool of their own, so they cannot take the connections of short ones.
  const readerConnections = Math.max(MIN_READER_CONNECTIONS, Math.ceil(poolSize / 4))
  const long = {
    max: readerConnections,
    statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS,
    isForLongQueries: true,
    connectionTimeoutMillis: LONG_CONNECT_TIMEOUT_MS,
  }
  const longPool = openPool(databaseUrl, long)
  const replicaPool = replicaUrl === undefined ? undefined : openPool(replicaUrl, long)
  const connectReader = () =>
    replicaPool?.connect().catch(() => connectWithRetry(longPool)) ?? connectWithRetry(longPool)
  /** The replica may be a moment behind, so a user who has just saved something is not answered by it. */
  const openReader = (signal: AbortSignal, { isFresh = true } = {}) =>
    toKysely({
      options: longPool.options,
      connect: async () => {
        signal.throwIfAborted()
        const client = await (isFresh ? connectWithRetry(longPool) : connectReader())
        return toConnection(client).endWith(signal)
      },
      end: async () => {},
    })
  /** Not on the replica, which cancels old snapshots when it has to catch up. */
  const withSnapshot = async <T>(signal: AbortSignal, work: (db: Kysely<Schema>) => Promise<T>) => {
    const pool = openPool(databaseUrl, { ...long, max: 1 })
    const connect = async () => toConnection(await connectWithRetry(pool)).endWith(signal)
    const snapshots = toKysely({ options: pool.options, connect, end: () => pool.end() })
    try {
      const transaction = snapshots.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      return await transaction.execute(work)
    } finally {
      await snapshots.destroy()
    }
  }
  const db = toKysely({
    options: pool.options,
    connect: async () => toConnection(await connectWithRetry(pool)),
    end: () => pool.end(),
  })
  const reader = toKysely({
    options: longPool.options,
    connect: async () => toConnection(await connectReader()),
    end: async () => void (await Promise.all([longPool.end(), replicaPool?.end()])),
  })
  return {
    db,
    reader,
    openReader,
    withSnapshot,
    readerConnections,
    pool,
    readTime: () => readServerTime(db),
    location: describeLocation(databaseUrl),
  }
}

const TIME = sql<{ time: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`

const readServerTime = async (db: Kysely<Schema>) => (await TIME.execute(db)).rows[0]!.time

/** The address without its credentials. */
function describeLocation(url: string) {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname || 'a local socket'}${port && `:${port}`}${pathname}`
}

/** A single connection without timeouts, for backup, restore, move and verify. */
export function openPostgresWithoutTimeouts(url: string) {
  const pool = openPool(url, { max: 1, connectionTimeoutMillis: LONG_CONNECT_TIMEOUT_MS })
  const connect = async () => toConnection(await pool.connect())
  const db = toKysely({ options: pool.options, connect, end: () => pool.end() })
  return { db, location: describeLocation(url), engine: 'postgres' as const, close: () => db.destroy() }
}

/** The same for all connections, because compiled queries are cached by their adapter. */
const ADAPTER = new PostgresAdapter()

class Dialect extends PostgresDialect {
  override createAdapter() {
    return ADAPTER
  }
}

const toKysely = (pool: PostgresPool) => new Kysely<Schema>({ dialect: new Dialect({ pool }) })

interface PoolOptions extends pg.PoolConfig {
  /** Without it nothing is limited. */
  statementTimeoutMs?: number
  isForLongQueries?: boolean
}

function openPool(connectionString: string, { statementTimeoutMs, isForLongQueries = false, ...options }: PoolOptions) {
  // Servers with SQLite need neither its time at the start nor its memory.
  const { Pool, types } = require('pg') as typeof pg
  // The pool waits for it, and calls it with a client of its own. Its type says neither.
  const onConnect = async (client: pg.ClientBase) => {
    const usesPreparedStatements = await keepsPreparedStatements(client)
    const options = { isForLongQueries, usesPreparedStatements, statementTimeoutMs }
    connections.set(client, new Connection(client as pg.PoolClient, options))
  }
  const settings = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(statementTimeoutMs !== undefined && { query_timeout: statementTimeoutMs + REPLY_GRACE_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'ritmo',
    types: { getTypeParser: withPlainNumbers(types.getTypeParser) },
    // Statements that do not depend on each other are sent without waiting for the reply to the one before.
    pipeline: true,
    onConnect,
    ...options,
  }
  const pool = new Pool(settings)
  // A broken connection makes its next statement fail, or is replaced by the pool. Without a listener, Node would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const connections = new WeakMap<pg.ClientBase, Connection>()

/** The same object for the same client: it knows which statements the connection has prepared. */
function toConnection(client: pg.PoolClient) {
  const connection = connections.get(client)
  if (connection === undefined) throw new Error('The pool has lent a connection before it was set up')
  return connection
}

async function connectWithRetry(pool: pg.Pool): Promise<pg.PoolClient> {
  const { connectionTimeoutMillis = CONNECT_TIMEOUT_MS } = pool.options
  for (const deadline = performance.now() + connectionTimeoutMillis; ; await sleep(RETRY_INTERVAL_MS)) {
    try {
      return await connectBefore(pool, deadline)
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() + RETRY_INTERVAL_MS > deadline) throw error
    }
  }
}

/** Limits the whole wait: `pg-pool` restarts its timeout if a caller that waited has to open a connection. */
function connectBefore(pool: pg.Pool, deadline: number) {
  return new Promise<pg.PoolClient>((resolve, reject) => {
    let isLate = false
    const giveUp = () => {
      isLate = true
      reject(new Error(POOL_TIMEOUT))
    }
    const timer = setTimeout(giveUp, Math.max(1, deadline - performance.now()))
    pool
      .connect()
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The types `bigint` and `numeric` of PostgreSQL. */
const [INT8, NUMERIC] = [20, 1_700]

/** Parses bigint, and numeric (the type of sums of bigint), as numbers: all values of this product are below 2^53. */
const withPlainNumbers =
  (parserFor: typeof pg.types.getTypeParser): typeof pg.types.getTypeParser =>
  (type: number, format?: 'text' | 'binary') =>
    type === INT8 || type === NUMERIC ? Number : parserFor(type, format)
