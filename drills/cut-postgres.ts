import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, none } from './support/criteria.ts'
import { query } from './support/database.ts'
import { withCluster } from './support/drill.ts'
import { startLoad } from './support/load.ts'
import { readStartTimes } from './support/nodes.ts'

const DOWN_MS = 3_000

/** Every connection but our own, with what it was at. */
const CUT_ALL = `
  select state, pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Cuts all connections to PostgreSQL again and again, in the middle of what they do, and stops and starts it. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const births = await readStartTimes(nodes)
    const [cuts, stops] = full ? [500, 10] : [60, 2]
    let halfway = 0
    for (let cut = 0; cut < cuts; cut++) {
      await sleep(100 + Math.random() * 200)
      const connections = await query<{ state: string }>(postgres.url, CUT_ALL)
      halfway += connections.filter(({ state }) => state === 'idle in transaction').length
    }
    for (let stop = 0; stop < stops; stop++) {
      await postgres.stop()
      await sleep(DOWN_MS)
      await postgres.start()
      await sleep(2_000)
    }
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
    return [
      atLeast('transactions cut between two of their statements', halfway, cuts / 4),
      none('servers that ended', reborn),
      ...(await load.finish()),
    ]
  })
