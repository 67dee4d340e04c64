import { setTimeout as sleep } from 'node:timers/promises'
import { type HaCluster, startHaCluster } from '../../scripts/topology/start-ha-cluster.ts'
import { atLeast, type Criterion, inTime, longest, none, p99 } from '../support/criteria.ts'
import { type Delivery, openPair, toDeliveryBar, worst } from '../support/failover/device-pair.ts'
import { waitUntil } from '../support/follower.ts'
import { startLoad } from '../support/load.ts'
import { watchForRestarts } from '../support/nodes.ts'

/** Sentinels notice after 3 s (`down-after-milliseconds`), agree and switch over; nodes ask them once a second. */
const MAX_FAILOVER_MS = 15_000
const TIMEOUT_MS = 60_000
const STEADY_MS = 3_000

/** Replaces the primary of Redis while users with devices on several nodes work. */
export const drill = async ({ full }: { full: boolean }): Promise<Criterion[]> => {
  const cluster = await startHaCluster({ environment: { RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' } })
  try {
    return await replacePrimary(cluster, full ? 5 : 1)
  } finally {
    await cluster.stop()
  }
}

async function replacePrimary(cluster: HaCluster, rounds: number): Promise<Criterion[]> {
  const { nodes, redis } = cluster
  const load = await startLoad(cluster)
  const findRestarted = await watchForRestarts(nodes)
  const pairs = await Promise.all(nodes.map((_, home) => openPair(nodes, home)))
  const press = async (durationMs: number) => (await Promise.all(pairs.map((pair) => pair.pressFor(durationMs)))).flat()
  const before = await press(STEADY_MS)
  const during: Delivery[] = []
  const after: Delivery[] = []
  const replacedIn: Delivery[] = []
  const inStepIn: Delivery[] = []
  for (let round = 0; round < 2 * rounds; round++) {
    const primary = await redis.findPrimary()
    const startedAt = performance.now()
    await (round % 2 === 0 ? primary?.crash() : redis.failOver())
    const pressing = press(STEADY_MS)
    const isReplaced = async () => ![undefined, primary].includes(await redis.findPrimary())
    replacedIn.push(await waitUntil(isReplaced, TIMEOUT_MS))
    during.push(...(await pressing).map(({ near }) => near))
    inStepIn.push(await measureUntilInStep(pairs, startedAt))
    after.push(...(await press(STEADY_MS)).map(({ across }) => across))
    await primary?.start()
    await waitUntil(redis.hasReplica, TIMEOUT_MS)
  }
  for (const { close } of pairs) close()
  return [
    none('nodes that exited', await findRestarted()),
    inTime('until the Sentinels name another primary, the slowest', worst(replacedIn, longest), MAX_FAILOVER_MS),
    atLeast('commands meanwhile', during.length, 10 * rounds),
    inTime(
      'from a command to a device on the same node meanwhile, p99',
      worst(during, p99),
      toDeliveryBar(before.map(({ near }) => near)),
    ),
    inTime('until devices on other nodes are in step again, the slowest', worst(inStepIn, longest), MAX_FAILOVER_MS),
    inTime(
      'from a command to a device on another node after that, p99',
      worst(after, p99),
      toDeliveryBar(before.map(({ across }) => across)),
    ),
    ...(await load.finish()),
    none('requests that had to be repeated', load.log.retriedCalls === 0 ? [] : [`${load.log.retriedCalls} requests`]),
  ]
}

/** In step are devices that received what was pressed before, and receive a new command at once. */
async function measureUntilInStep(pairs: Awaited<ReturnType<typeof openPair>>[], startedAt: number) {
  for (const deadline = startedAt + TIMEOUT_MS; performance.now() < deadline; await sleep(100)) {
    const pressed = (await Promise.all(pairs.map((pair) => pair.pressFor(1)))).flat()
    if (pressed.every(({ across }) => across !== undefined)) return performance.now() - startedAt
  }
  return undefined
}
