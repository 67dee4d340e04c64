import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, inTime, longest, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { openFollower, type Follower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { readStartTimes } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { createPresser } from './support/users-at-work.ts'

const MAX_DELIVERY_MS = 500
const MAX_RESUME_MS = 5_000
const TIMEOUT_MS = 20_000

/** Takes Redis away for a while and gives it back empty, while people work and devices of one person sit on both servers. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { nodes, redis } = cluster
    const load = await startLoad(cluster)
    const births = await readStartTimes(nodes)
    const [rounds, awayMs] = full ? [10, 20_000] : [2, 5_000]
    const pairs = await Promise.all(nodes.map((_, home) => openPair(cluster, home)))
    const press = async (durationMs: number) =>
      (await Promise.all(pairs.map((pair) => pair.pressFor(durationMs)))).flat()
    const before = await press(4_000)
    const [away, after]: [Deliveries[], Deliveries[]] = [[], []]
    const [newcomers, resumed]: [Delivery[], Delivery[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      await (round % 2 === 0 ? redis.crash() : redis.stop())
      const newcomer = Promise.all(pairs.map((pair) => pair.join()))
      away.push(...(await press(awayMs)))
      newcomers.push(...(await newcomer))
      await redis.start()
      resumed.push(...(await Promise.all(pairs.map((pair) => pair.untilAcross()))))
      after.push(...(await press(2_000)))
    }
    for (const { close } of pairs) close()
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
    const near = before.map(({ near }) => near)
    const across = before.map(({ across }) => across)
    return [
      none('servers that ended', reborn),
      atLeast('presses while it was away', away.length, 10),
      inTime(
        'from a press to a device on the same server, while it is away, p99',
        worst(
          away.map(({ near }) => near),
          p99,
        ),
        toDeliveryBar(near),
      ),
      inTime('a device that connects while it is away, the slowest', worst(newcomers, longest), MAX_RESUME_MS),
      inTime(
        'from its return until the other server’s devices know all, the slowest',
        worst(resumed, longest),
        MAX_RESUME_MS,
      ),
      inTime(
        'from a press to a device on the other server, after that, p99',
        worst(
          after.map(({ across }) => across),
          p99,
        ),
        toDeliveryBar(across),
      ),
      ...(await load.finish()),
      none('calls that had to be sent again', load.log.retriedCalls === 0 ? [] : [`${load.log.retriedCalls} calls`]),
    ]
  })

/** Milliseconds; undefined: not within a second, if ever. */
type Delivery = number | undefined
interface Deliveries {
  near: Delivery
  across: Delivery
}

/** On a machine that is slow anyway, twice as slow is as before. */
const toDeliveryBar = (before: Delivery[]) => Math.max(MAX_DELIVERY_MS, 2 * (worst(before, p99) ?? 0))

/** What was never heard is worse than anything that was. */
const worst = (values: Delivery[], of: (values: number[]) => number | undefined) =>
  values.includes(undefined) ? undefined : of(values as number[])

/** Somebody who presses on one server and has a device on each. */
async function openPair({ nodes }: Cluster, home: number) {
  const [here, there] = [nodes[home]!, nodes[(home + 1) % nodes.length]!]
  const log = createCallLog()
  const [person] = (await signUp(here.url, 1, log)) as [Person]
  const [near, across] = [openFollower(here.url, person), openFollower(there.url, person)]
  await waitUntilFollowing([near, across])
  const press = createPresser(person, { url: here.url, log })
  let latest = 0

  return {
    /** Presses for a while, and tells how long each press took to be known on either device. */
    async pressFor(durationMs: number) {
      const pressed: Awaited<ReturnType<typeof press>>[] = []
      for (const end = performance.now() + durationMs; performance.now() < end; await sleep(150))
        pressed.push(await press())
      latest = pressed.at(-1)?.revision ?? latest
      await waitUntil(() => near.receivedAt(latest) !== undefined && across.receivedAt(latest) !== undefined, 1_000)
      const wayTo = (follower: Follower, { pressedAt, revision }: (typeof pressed)[number]) => {
        const knewAt = follower.receivedAt(revision)
        return knewAt === undefined ? undefined : knewAt - pressedAt
      }
      return pressed.map((one) => ({ near: wayTo(near, one), across: wayTo(across, one) }))
    },
    /** How long another device takes to connect. */
    async join() {
      const another = openFollower(here.url, person)
      const took = await waitUntil(() => another.isConnected() && another.snapshot() !== undefined, TIMEOUT_MS)
      another.close()
      return took
    },
    untilAcross: () => waitUntil(() => across.receivedAt(latest) !== undefined, TIMEOUT_MS),
    close() {
      near.close()
      across.close()
    },
  }
}
