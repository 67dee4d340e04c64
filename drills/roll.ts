import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, inTime, longest, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { startLoad } from './support/load.ts'
import { countSockets, measureTime } from './support/nodes.ts'

const MAX_DRAIN_MS = 10_000
const MAX_RECONNECT_MS = 5_000
const MAX_RETRIES = 3

/** Restarts the nodes one after the other, as for an upgrade, while users work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const load = await startLoad(cluster, { writers: 20, watchers: full ? 315 : 20 })
    const spread = await countSockets(cluster.nodes)
    const drains: number[] = []
    for (let round = 0; round < (full ? 3 : 2); round++)
      for (const node of cluster.nodes) {
        await sleep(3_000)
        drains.push(await measureTime(() => node.stop()))
        await node.start()
      }
    await sleep(MAX_RECONNECT_MS)
    const disconnected = load.followers.filter(({ isConnected }) => !isConnected())
    const reconnects = load.followers.flatMap(({ reconnects }) => reconnects)
    return [
      atLeast(`devices on the node with the fewest of ${load.followers.length}`, Math.min(...spread), 10),
      inTime(`drained after SIGTERM, the slowest of ${drains.length}`, longest(drains), MAX_DRAIN_MS),
      atLeast('reconnects', reconnects.length, load.followers.length),
      inTime('from losing a connection to having the timer again, p99', p99(reconnects), MAX_RECONNECT_MS),
      none(
        'devices still disconnected',
        disconnected.map(({ person }) => person.id),
      ),
      ...(await load.finish()),
      atMost('retries of one request at most', load.log.maxAttempts - 1, MAX_RETRIES),
    ]
  })
