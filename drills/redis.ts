import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, inTime, longest, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { type Follower, openFollower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { watchForRestarts } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { createPresser } from './support/users-at-work.ts'

const MAX_DELIVERY_MS = 500
const MAX_RESUME_MS = 5_000
const TIMEOUT_MS = 20_000

/** Stops Redis and restarts it empty, repeatedly, while users with devices on both nodes work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { nodes, redis } = cluster
    const load = await startLoad(cluster)
    const findRestarted = await watchForRestarts(nodes)
    const [rounds, downMs] = full ? [10, 20_000] : [2, 5_000]
    const pairs = await Promise.all(nodes.map((_, home) => openPair(cluster, home)))
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

/** Milliseconds; undefined if it did not arrive within a second. */
type Delivery = number | undefined
interface Deliveries {
  near: Delivery
  across: Delivery
}

/** On a slow machine twice the time before is allowed. */
const toDeliveryBar = (before: Delivery[]) => Math.max(MAX_DELIVERY_MS, 2 * (worst(before, p99) ?? 0))

/** A message that did not arrive is worse than any that did. */
const worst = (values: Delivery[], of: (values: number[]) => number | undefined) =>
  values.includes(undefined) ? undefined : of(values as number[])

/** A user who sends commands to one node and has a device on each. */
async function openPair({ nodes }: Cluster, home: number) {
  const [here, there] = [nodes[home]!, nodes[(home + 1) % nodes.length]!]
  const log = createCallLog()
  const [person] = (await signUp(here.url, 1, log)) as [Person]
  const [near, across] = [openFollower(here.url, person), openFollower(there.url, person)]
  await waitUntilFollowing([near, across])
  const press = createPresser(person, { url: here.url, log })
  let latest = 0

  return {
    /** Sends commands for a while and returns how long each took to arrive at both devices. */
    async pressFor(durationMs: number) {
      const pressed: Awaited<ReturnType<typeof press>>[] = []
      for (const end = performance.now() + durationMs; performance.now() < end; await sleep(150))
        pressed.push(await press())
      latest = pressed.at(-1)?.revision ?? latest
      await waitUntil(() => near.receivedAt(latest) !== undefined && across.receivedAt(latest) !== undefined, 1_000)
      const deliveryTo = (follower: Follower, { pressedAt, revision }: (typeof pressed)[number]) => {
        const receivedAt = follower.receivedAt(revision)
        return receivedAt === undefined ? undefined : receivedAt - pressedAt
      }
      return pressed.map((one) => ({ near: deliveryTo(near, one), across: deliveryTo(across, one) }))
    },
    /** Returns how long another device takes to connect. */
    async join() {
      const another = openFollower(here.url, person)
      const took = await waitUntil(() => another.isConnected() && another.snapshot() !== undefined, TIMEOUT_MS)
      another.close()
      return took
    },
    waitUntilSynced: () => waitUntil(() => across.receivedAt(latest) !== undefined, TIMEOUT_MS),
    close() {
      near.close()
      across.close()
    },
  }
}
