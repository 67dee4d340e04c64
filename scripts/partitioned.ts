import { runTool } from './run.ts'
import { isRoutingAsListed } from './test-runs/statement-routing.ts'
import { startPostgres } from './topology/postgres.ts'
import { installPrograms } from './topology/programs.ts'

/** Few, because each test creates them; a statement that leaves its partition is found with two. */
const PARTITIONS = 3

/**
 * Runs the server's tests on a PostgreSQL that splits the tables of user data by user, and then plans every statement that
 * the server has executed: each must stay in the partition of one user, unless it is listed with its reason.
 */
await installPrograms(['postgres'])
const postgres = await startPostgres({
  settings: {
    shared_preload_libraries: 'pg_stat_statements',
    // A statement is recorded once for each schema, and each test has one.
    'pg_stat_statements.max': '200000',
    'pg_stat_statements.track': 'none',
    // A transaction that creates or drops a schema locks every partition.
    max_locks_per_transaction: '1024',
  },
})
if (postgres === undefined) throw new Error('PostgreSQL is missing: install the Debian package "postgresql".')
try {
  const env = { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_DATABASE_PARTITIONS: String(PARTITIONS) }
  const options = ['run', '--project=server on partitioned postgres', '--reporter=dot', ...process.argv.slice(2)]
  const { ok } = await runTool('vitest/vitest.mjs', options, { env })
  const isListed = await isRoutingAsListed(postgres.url, PARTITIONS)
  process.exitCode = ok && isListed ? 0 : 1
} finally {
  await postgres.stop()
}
