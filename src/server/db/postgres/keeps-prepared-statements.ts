import type pg from 'pg'

const PROBE = 'ritmo_probe'
const PROBE_TEXT = `select exists (select from pg_prepared_statements where name = '${PROBE}') as "hasItsName"`
const TIMEOUT_MS = 3_000
/** PostgreSQL's code for "prepared statement already exists". */
const DUPLICATE_STATEMENT = '42P05'

/**
 * Whether a statement that was prepared on this connection can be executed in all of its transactions. A pooler in
 * transaction mode gives each transaction any of its connections to PostgreSQL. Some prepare the statement there, under a
 * name of their own (PgBouncer since 1.21, with `max_prepared_statements`). Others pass the name on as it is, so another
 * connection does not know it, or knows it from someone else.
 */
export async function keepsPreparedStatements(client: pg.ClientBase & { processID?: number | null }) {
  const direct = await query<{ id: number }>(client, { text: 'select pg_backend_pid() as id' })
  // A pooler invents the id of its client's session.
  if (direct.id === client.processID) return true
  try {
    const probe = await query<{ hasItsName: boolean }>(client, { name: PROBE, text: PROBE_TEXT })
    return !probe.hasItsName
  } catch (error) {
    if ((error as pg.DatabaseError).code === DUPLICATE_STATEMENT) return false
    throw error
  }
}

async function query<Row extends pg.QueryResultRow>(client: pg.ClientBase, config: pg.QueryConfig) {
  const limited = { ...config, query_timeout: TIMEOUT_MS }
  const { rows } = await client.query<Row>(limited)
  return rows[0]!
}
