import { setTimeout as sleep } from 'node:timers/promises'
import { createCallLog } from '../support/calls.ts'
import { atMost, inTime, longest, none, slowest } from '../support/criteria.ts'
import { query } from '../support/database.ts'
import { withCluster } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { watchForRestarts } from '../support/nodes.ts'
import { type Person, signUp } from '../support/people.ts'
import { waitUntilWritable } from '../support/users-at-work.ts'

/** More than PgBouncer has to PostgreSQL, so that nodes have to share them. */
const NODE_CONNECTIONS = 100
/** `default_pool_size` in deploy/ha/pgbouncer.ini.template. */
const SERVER_CONNECTIONS = 40
const DOWN_MS = 2_000
const MAX_RECOVERY_MS = 10_000

const COUNT_CONNECTIONS = `select count(*)::int as count from pg_stat_activity where application_name = 'ritmo'`

/** Puts PgBouncer in transaction mode between nodes and PostgreSQL, and kills either of them while users work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(
    async (cluster) => {
      const { url, nodes, postgres, pooler } = cluster
      if (pooler === undefined) throw new Error('The cluster has no PgBouncer')
      const load = await startLoad(cluster)
      const [person] = (await signUp(url, 1, createCallLog())) as [Person]
      const findRestarted = await watchForRestarts(nodes)
      const connections: number[] = []
      const recoveries = { pooler: [] as (number | undefined)[], postgres: [] as (number | undefined)[] }
      for (let round = 0; round < (full ? 20 : 3); round++)
        for (const victim of ['pooler', 'postgres'] as const) {
          await sleep(2_000 + Math.random() * 1_000)
          connections.push((await query<{ count: number }>(postgres.url, COUNT_CONNECTIONS))[0]?.count ?? 0)
          const killed = victim === 'pooler' ? pooler : postgres
          await killed.crash()
          await sleep(DOWN_MS)
          await killed.start()
          const urls = [url, ...nodes.map((node) => node.url)]
          recoveries[victim].push(...(await Promise.all(urls.map((each) => waitUntilWritable(each, person)))))
        }
      return [
        none('nodes that exited', await findRestarted()),
        atMost('connections to PostgreSQL', longest(connections) ?? Infinity, SERVER_CONNECTIONS),
        inTime('from the return of PgBouncer to a write at each node', slowest(recoveries.pooler), MAX_RECOVERY_MS),
        inTime('from the return of PostgreSQL to a write at each node', slowest(recoveries.postgres), MAX_RECOVERY_MS),
        ...(await load.finish()),
      ]
    },
    { pooler: true, settingsOf: () => ({ DATABASE_POOL: String(NODE_CONNECTIONS) }) },
  )
