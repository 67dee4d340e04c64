import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, inTime, longest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { startLoad } from './support/load.ts'
import { measureTime } from './support/nodes.ts'

const MAX_START_MS = 3_000

/** Kills one of the two nodes at random, repeatedly, while users work through the proxy. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const load = await startLoad(cluster)
    const starts: number[] = []
    for (let killed = 0; killed < (full ? 300 : 25); killed++) {
      await sleep(100 + Math.random() * 400)
      const node = cluster.nodes[Math.floor(Math.random() * cluster.nodes.length)]!
      await node.crash()
      starts.push(await measureTime(() => node.start()))
    }
    return [
      inTime(`ready again after each of ${starts.length} kills, the slowest`, longest(starts), MAX_START_MS),
      ...(await load.finish()),
      atMost('retries of one request at most', load.log.maxAttempts - 1, 10),
    ]
  })
