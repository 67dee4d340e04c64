import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, none } from './support/criteria.ts'
import { query } from './support/database.ts'
import { withCluster } from './support/drill.ts'
import { startLoad } from './support/load.ts'
import { watchForRestarts } from './support/nodes.ts'

const DOWN_MS = 3_000

/** Terminates every connection but our own, and returns what each was doing. */
const CUT_ALL = `
  select state, pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Cuts all connections to PostgreSQL in the middle of transactions, repeatedly, and then restarts it. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const findRestarted = await watchForRestarts(nodes)
    const [cuts, stops] = full ? [500, 10] : [60, 2]
    let cutTransactions = 0
    for (let cut = 0; cut < cuts; cut++) {
      await sleep(100 + Math.random() * 200)
      const connections = await query<{ state: string }>(postgres.url, CUT_ALL)
      cutTransactions += connections.filter(({ state }) => state === 'idle in transaction').length
    }
    for (let stop = 0; stop < stops; stop++) {
      await postgres.stop()
      await sleep(DOWN_MS)
      await postgres.start()
      await sleep(2_000)
    }
    const restarted = await findRestarted()
    return [
      atLeast('transactions cut between two of their statements', cutTransactions, cuts / 4),
      none('nodes that exited', restarted),
      ...(await load.finish()),
    ]
  })
