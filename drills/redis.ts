import { atLeast, inTime, longest, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { type Deliveries, type Delivery, openPair, toDeliveryBar, worst } from './support/failover/device-pair.ts'
import { startLoad } from './support/load.ts'
import { watchForRestarts } from './support/nodes.ts'

const MAX_RESUME_MS = 5_000

/** Stops Redis and restarts it empty, repeatedly, while users with devices on both nodes work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { nodes, redis } = cluster
    const load = await startLoad(cluster)
    const findRestarted = await watchForRestarts(nodes)
    const [rounds, downMs] = full ? [10, 20_000] : [2, 5_000]
    const pairs = await Promise.all(nodes.map((_, home) => openPair(nodes, home)))
    const press = async (durationMs: number) =>
      (await Promise.all(pairs.map((pair) => pair.pressFor(durationMs)))).flat()
    const before = await press(4_000)
    const [down, after]: [Deliveries[], Deliveries[]] = [[], []]
    const [newcomers, resumed]: [Delivery[], Delivery[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      await (round % 2 === 0 ? redis.crash() : redis.stop())
      const newcomer = Promise.all(pairs.map((pair) => pair.join()))
      down.push(...(await press(downMs)))
      newcomers.push(...(await newcomer))
      await redis.start()
      resumed.push(...(await Promise.all(pairs.map((pair) => pair.waitUntilSynced()))))
      after.push(...(await press(2_000)))
    }
    for (const { close } of pairs) close()
    const restarted = await findRestarted()
    const near = before.map(({ near }) => near)
    const across = before.map(({ across }) => across)
    return [
      none('nodes that exited', restarted),
      atLeast('commands while Redis was down', down.length, 10),
      inTime(
        'from a command to a device on the same node, while Redis is down, p99',
        worst(
          down.map(({ near }) => near),
          p99,
        ),
        toDeliveryBar(near),
      ),
      inTime('connecting a device while Redis is down, the slowest', worst(newcomers, longest), MAX_RESUME_MS),
      inTime(
        'from its return until devices on the other node have caught up, the slowest',
        worst(resumed, longest),
        MAX_RESUME_MS,
      ),
      inTime(
        'from a command to a device on the other node, after that, p99',
        worst(
          after.map(({ across }) => across),
          p99,
        ),
        toDeliveryBar(across),
      ),
      ...(await load.finish()),
      none(
        'requests that had to be repeated',
        load.log.retriedCalls === 0 ? [] : [`${load.log.retriedCalls} requests`],
      ),
    ]
  })
