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

const statementNames = new Map<string, string>()

function statementName(text: string) {
  if (!statementNames.has(text) && statementNames.size < MAX_CACHED_STATEMENTS)
    statementNames.set(text, `s${statementNames.size}`)
  return statementNames.get(text)
}

/** A pooled connection as Kysely uses it: it prepares statements by name and leaves the pool when it is dead. */
export class Connection implements PostgresPoolClient {
  private readonly client: pg.PoolClient
  private readonly isForLongQueries: boolean
  private usesPreparedStatements = true
  private hasPendingBegin = false
  private isUnusable = false
  private signal: AbortSignal | undefined

  constructor(client: pg.PoolClient, isForLongQueries: boolean) {
    this.client = client
    this.isForLongQueries = isForLongQueries
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Kysely has no cursor class here')
    if (text === 'begin') return this.begin()
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
  private async begin() {
    this.hasPendingBegin = true
    return { command: 'BEGIN', rows: [] }
  }

  private async executeUntilAborted(text: string, values: unknown[], signal: AbortSignal) {
    signal.throwIfAborted()
    const cancel = () => {
      this.isUnusable = true
      cancelQuery(this.client)
    }
    signal.addEventListener('abort', cancel)
    try {
      return await this.execute(text, values)
    } catch (error) {
      // PostgreSQL reports only that the query was cancelled; the signal knows why.
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  private async execute(text: string, values: unknown[]): Promise<pg.QueryResult> {
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
    }
  }

  private send(text: string, values: unknown[]) {
    batchWrites(this.client)
    // A long query may be silent for long, so a dead connection is detected by a short query before it.
    if (this.isForLongQueries) this.sendAhead('select 1')
    if (this.hasPendingBegin) this.sendAhead('begin')
    this.hasPendingBegin = false
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
