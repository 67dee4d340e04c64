import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { isAway } from './failures.ts'
import { isWorthRemembering, REMEMBERED_STATEMENTS } from './remembered.ts'
import type { Schema } from './schema.ts'

interface Addresses {
  databaseUrl: string
  /** A server that follows the first, for long questions. */
  replicaUrl: string | undefined
  poolSize: number
  /** How long a statement may take. */
  statementMs: number
}

/** The same for one that adds up years. */
const LONG_STATEMENT_MS = 30_000
/** A connection is waited for this long: in line for one, or for a server that restarts, or another that takes over. */
const PATIENCE_MS = 3_000
/** Those who ask long questions wait for each other. */
const LONG_PATIENCE_MS = 5_000
const TRY_EVERY_MS = 100
/** The server stops a statement by itself; one that no longer answers at all is given up this much later. */
const SILENCE_MS = 1_000
/** What is answered at once. A connection on which that takes longer is there in name only. */
const SIGN_OF_LIFE_MS = 3_000
/** By then the system asks whether the other end of an idle connection is still there. */
const KEEP_ALIVE_MS = 10_000
/** A process that stands still in the middle of a transaction must not keep the others waiting. */
const IDLE_TRANSACTION_MS = 10_000

export function openPostgres({ databaseUrl, replicaUrl, poolSize, statementMs }: Addresses) {
  const pool = openPool(databaseUrl, { max: poolSize, statement_timeout: statementMs })
  // A pool of their own: any number of long questions leaves connections for everybody else.
  const long = {
    max: Math.ceil(poolSize / 4),
    statement_timeout: LONG_STATEMENT_MS,
    connectionTimeoutMillis: LONG_PATIENCE_MS,
    Client: LongConnection,
  }
  const second = openPool(databaseUrl, long)
  const replica = replicaUrl === undefined ? undefined : openPool(replicaUrl, long)
  const reading: PostgresPool = {
    options: second.options,
    connect: () => replica?.connect().catch(() => connectPatiently(second)) ?? connectPatiently(second),
    end: async () => void (await Promise.all([second.end(), replica?.end()])),
  }
  const db = over({ options: pool.options, connect: () => connectPatiently(pool), end: () => pool.end() })
  return {
    db,
    reader: over(reading),
    pool,
    time: () => timeOf(db),
    place: placeOf(databaseUrl),
  }
}

const TIME = sql<{ time: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`

const timeOf = async (db: Kysely<Schema>) => (await TIME.execute(db)).rows[0]!.time

/** Without credentials. */
function placeOf(url: string) {
  const { hostname, port, pathname } = new URL(url)
  return `PostgreSQL at ${hostname || 'a local socket'}${port && `:${port}`}${pathname}`
}

/** One connection on which nothing is cut off, however long it takes. */
export function openPatientPostgres(url: string) {
  const unlimited = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const pool = openPool(url, { max: 1, connectionTimeoutMillis: LONG_PATIENCE_MS, ...unlimited })
  const db = over(pool)
  return { db, place: placeOf(url), engine: 'postgres' as const, close: () => db.destroy() }
}

const over = (pool: PostgresPool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

function openPool(connectionString: string, options: pg.PoolConfig & { statement_timeout: number }) {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    query_timeout: options.statement_timeout + SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'ritmo',
    types: { getTypeParser: parserFor },
    // Statements that do not wait for each other go out together.
    pipeline: true,
    Client: Connection,
    ...options,
  })
  // An idle connection that the server closes must not end the process; the next query gets a new one.
  pool.on('error', () => {})
  return pool
}

async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const { connectionTimeoutMillis = PATIENCE_MS } = pool.options
  for (const deadline = performance.now() + connectionTimeoutMillis; ; await sleep(TRY_EVERY_MS)) {
    try {
      return await connectBy(pool, deadline)
    } catch (error) {
      if (!isAway(error) || performance.now() + TRY_EVERY_MS > deadline) throw error
    }
  }
}

/** The pool itself counts anew once somebody who waited in line has to open a connection. */
function connectBy(pool: pg.Pool, deadline: number) {
  return new Promise<pg.PoolClient>((resolve, reject) => {
    let isLate = false
    const giveUp = () => {
      isLate = true
      reject(new Error(NO_CONNECTION))
    }
    const timer = setTimeout(giveUp, Math.max(1, deadline - performance.now()))
    pool
      .connect()
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => clearTimeout(timer))
  })
}

const OUTDATED_PLAN = '0A000'
const NO_ANSWER = 'Query read timeout'
const NO_CONNECTION = 'timeout exceeded when trying to connect'

const names = new Map<string, string>()

function nameOf(text: string) {
  if (!names.has(text) && names.size < REMEMBERED_STATEMENTS) names.set(text, `s${names.size}`)
  return names.get(text)
}

/** A connection whose server plans a statement once and remembers it, and that is given up once it no longer answers. */
class Connection extends pg.Client {
  private isOutdated = false
  private isBeginning = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // One that breaks while it is lent to nobody's statement tells whoever asks next; unheard, it would end the process.
    this.on('error', () => {})
  }

  // Kysely asks in this one way only; the others that `pg` knows are not used here.
  override query = ((text: string, values: unknown[]) =>
    text === 'begin' ? this.begin() : this.ask(text, values)) as never

  /** Nobody waits for this alone: it goes out with the first statement of its transaction. */
  private async begin() {
    this.isBeginning = true
    return { command: 'BEGIN', rows: [] }
  }

  private async ask(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.send(text, values)
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      // At once, or the pool would lend it to the next.
      if (message === NO_ANSWER) void this.end()
      if (code !== OUTDATED_PLAN || this.isOutdated) throw error
      // A newer version has changed the table meanwhile. A transaction is over then, and has to begin again.
      this.isOutdated = true
      if (this.getTransactionStatus() !== 'I') throw error
      return this.ask(text, values)
    }
  }

  /** What is said in one go is one write, which takes longer than anything else in this process. */
  private writeAtOnce() {
    const { stream } = this.connection
    stream.cork()
    queueMicrotask(() => stream.uncork())
  }

  /** Goes out with what follows it, and where it fails or is not answered at once, so does that. */
  protected sendAhead(text: string) {
    const ahead = { text, query_timeout: SIGN_OF_LIFE_MS }
    super.query(ahead).catch(() => {})
  }

  protected send(text: string, values: unknown[]) {
    this.writeAtOnce()
    if (this.isBeginning) this.sendAhead('begin')
    this.isBeginning = false
    const isNamed = !this.isOutdated && values.length > 0 && isWorthRemembering(text, values.length)
    const name = isNamed ? nameOf(text) : undefined
    return super.query({ text, values, ...(name !== undefined && { name }) })
  }
}

/** One whose answers may take long: it shows first that it is alive. */
class LongConnection extends Connection {
  protected override send(text: string, values: unknown[]) {
    this.sendAhead('select 1')
    return super.send(text, values)
  }
}

const { INT8, NUMERIC } = pg.types.builtins

/** bigint, and the numeric that sums of it become, arrive as numbers: ours are all below 2^53. */
const parserFor: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === INT8 || type === NUMERIC ? Number : pg.types.getTypeParser(type, format)
