import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isCacheable, MAX_CACHED_STATEMENTS } from '#server/db/statement-cache.ts'
import { batchWrites } from './batch-writes.ts'
import { cancelQuery } from './cancel-query.ts'
import { isQueryTimeout } from './pg-error-messages.ts'

/** PostgreSQL's code for "cached plan must not change result type". */
const OUTDATED_PLAN = '0A000'
/** Statements that need no work are answered at once. A connection that takes longer is dead. */
const LIVENESS_TIMEOUT_MS = 3_000

/** A process that hangs within a transaction must not block others by its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000

/**
 * The limits of a transaction, sent together with its `begin`. Limits of a session would be parameters of its start, which a
 * pooler such as PgBouncer refuses, because it lends each connection to many sessions.
 */
const setLimits = (statementTimeoutMs: number) =>
  `; set local statement_timeout = ${statementTimeoutMs}` +
  `; set local idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT_MS}`

const statementNames = new Map<string, string>()

function statementName(text: string) {
  if (!statementNames.has(text) && statementNames.size < MAX_CACHED_STATEMENTS)
    statementNames.set(text, `s${statementNames.size}`)
  return statementNames.get(text)
}

const BEGIN = /^(?:begin|start transaction)\b/
const SELECT = /^\s*select\b/i

export interface ConnectionOptions {
  isForLongQueries?: boolean
  usesPreparedStatements?: boolean
  /** Without it nothing is limited. */
  statementTimeoutMs?: number | undefined
}

/** A pooled connection as Kysely uses it: it prepares statements by name and leaves the pool when it is dead. */
export class Connection implements PostgresPoolClient {
  private readonly client: pg.PoolClient
  private readonly isForLongQueries: boolean
  private readonly statementTimeoutMs: number | undefined
  private usesPreparedStatements: boolean
  private pendingBegin: string | undefined
  private isUnusable = false
  private signal: AbortSignal | undefined

  constructor(
    client: pg.PoolClient,
    { isForLongQueries = false, usesPreparedStatements = true, statementTimeoutMs }: ConnectionOptions = {},
  ) {
    this.client = client
    this.isForLongQueries = isForLongQueries
    this.usesPreparedStatements = usesPreparedStatements
    this.statementTimeoutMs = statementTimeoutMs
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Kysely has no cursor class here')
    if (BEGIN.test(text)) return this.begin(text)
    return this.signal === undefined
      ? this.execute(text, values as unknown[])
      : this.executeUntilAborted(text, values as unknown[], this.signal)
  }

  /** Cancels queries when the signal aborts, until the connection is released. */
  endWith(signal: AbortSignal) {
    this.signal = signal
    return this
  }

  /**
   * A connection that timed out may still hold an unanswered statement, and a late cancellation could reach the next
   * statement, so the pool must not lend such a connection again.
   */
  release(shouldDestroy = false) {
    this.signal = undefined
    this.client.release(shouldDestroy || this.isUnusable)
  }

  /** Saves a round trip: `begin` is sent together with the first statement of the transaction (see `batchWrites`). */
  private async begin(text: string) {
    this.pendingBegin = this.statementTimeoutMs === undefined ? text : text + setLimits(this.statementTimeoutMs)
    return { command: 'BEGIN', rows: [] }
  }

  private async executeUntilAborted(text: string, values: unknown[], signal: AbortSignal) {
    signal.throwIfAborted()
    signal.addEventListener('abort', this.cancel)
    try {
      return await this.execute(text, values)
    } catch (error) {
      // PostgreSQL reports only that the query was cancelled; the signal knows why.
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', this.cancel)
    }
  }

  private async execute(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const readTimer = this.limitRead(text)
    try {
      return await this.send(text, values)
    } catch (error) {
      if (isQueryTimeout(error as Error)) this.isUnusable = true
      if ((error as pg.DatabaseError).code !== OUTDATED_PLAN || !this.usesPreparedStatements) throw error
      // A newer version of the server has changed the table, which makes the plans of this connection useless.
      this.usesPreparedStatements = false
      // Within a transaction the error has aborted the transaction: `transact` runs it again.
      if (this.client.getTransactionStatus() !== 'I') throw error
      return this.execute(text, values)
    } finally {
      clearTimeout(readTimer)
    }
  }

  /**
   * Cancels a read outside of a transaction, to which `setLimits` does not apply, when it takes too long. A write is
   * not cancelled: it may be waiting for a synchronous replica, and PostgreSQL would complete it without one. Its
   * repetition would then be acknowledged, and lost by a failover.
   */
  private limitRead(text: string) {
    const isInTransaction = this.pendingBegin !== undefined || this.client.getTransactionStatus() !== 'I'
    if (this.statementTimeoutMs === undefined || isInTransaction || !SELECT.test(text)) return undefined
    return setTimeout(this.cancel, this.statementTimeoutMs)
  }

  private readonly cancel = () => {
    this.isUnusable = true
    cancelQuery(this.client)
  }

  private send(text: string, values: unknown[]) {
    batchWrites(this.client)
    // A long query may be silent for long, so a dead connection is detected by a short query before it.
    if (this.isForLongQueries) this.sendAhead('select 1')
    if (this.pendingBegin !== undefined) this.sendAhead(this.pendingBegin)
    this.pendingBegin = undefined
    const isPrepared = this.usesPreparedStatements && values.length > 0 && isCacheable(text, values.length)
    const name = isPrepared ? statementName(text) : undefined
    return this.client.query({ text, values, ...(name !== undefined && { name }) })
  }

  /** If this fails or gets no reply in time, `pg` closes the connection, and the statement after it fails too. */
  private sendAhead(text: string) {
    const query = { text, query_timeout: LIVENESS_TIMEOUT_MS }
    this.client.query(query).catch(() => {})
  }
}
