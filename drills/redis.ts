import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology.ts'
import { openCallLog } from './support/calls.ts'
import { atLeast, inTime, longest, none, p99 } from './support/criteria.ts'
import { onCluster } from './support/drill.ts'
import { follow, type Follower, until, untilFollowing } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { birthsOf } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { presserOf } from './support/work.ts'

const HEARD_MS = 500
const RESUMED_MS = 5_000
const PATIENCE_MS = 20_000

/** Takes Redis away for a while and gives it back empty, while people work and devices of one person sit on both servers. */
export const drill = ({ full }: { full: boolean }) =>
  onCluster(async (cluster) => {
    const { nodes, redis } = cluster
    const load = await startLoad(cluster)
    const births = await birthsOf(nodes)
    const [rounds, awayMs] = full ? [10, 20_000] : [2, 5_000]
    const pairs = await Promise.all(nodes.map((_, home) => openPair(cluster, home)))
    const press = async (durationMs: number) =>
      (await Promise.all(pairs.map((pair) => pair.pressFor(durationMs)))).flat()
    const before = await press(4_000)
    const [away, after]: [Ways[], Ways[]] = [[], []]
    const [newcomers, resumed]: [Way[], Way[]] = [[], []]
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
    const reborn = (await birthsOf(nodes)).filter((birth, index) => birth !== births[index])
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
        asBefore(near),
      ),
      inTime('a device that connects while it is away, the slowest', worst(newcomers, longest), RESUMED_MS),
      inTime(
        'from its return until the other server’s devices know all, the slowest',
        worst(resumed, longest),
        RESUMED_MS,
      ),
      inTime(
        'from a press to a device on the other server, after that, p99',
        worst(
          after.map(({ across }) => across),
          p99,
        ),
        asBefore(across),
      ),
      ...(await load.judge()),
      none('calls that had to be sent again', load.log.again === 0 ? [] : [`${load.log.again} calls`]),
    ]
  })

/** Milliseconds; undefined: not within a second, if ever. */
type Way = number | undefined
interface Ways {
  near: Way
  across: Way
}

/** On a machine that is slow anyway, twice as slow is as before. */
const asBefore = (before: Way[]) => Math.max(HEARD_MS, 2 * (worst(before, p99) ?? 0))

/** What was never heard is worse than anything that was. */
const worst = (values: Way[], of: (values: number[]) => number | undefined) =>
  values.includes(undefined) ? undefined : of(values as number[])

/** Somebody who presses on one server and has a device on each. */
async function openPair({ nodes }: Cluster, home: number) {
  const [here, there] = [nodes[home]!, nodes[(home + 1) % nodes.length]!]
  const log = openCallLog()
  const [person] = (await signUp(here.url, 1, log)) as [Person]
  const [near, across] = [follow(here.url, person), follow(there.url, person)]
  await untilFollowing([near, across])
  const press = presserOf(person, { url: here.url, log })
  let latest = 0

  return {
    /** Presses for a while, and tells how long each press took to be known on either device. */
    async pressFor(durationMs: number) {
      const pressed: Awaited<ReturnType<typeof press>>[] = []
      for (const end = performance.now() + durationMs; performance.now() < end; await sleep(150))
        pressed.push(await press())
      latest = pressed.at(-1)?.revision ?? latest
      await until(() => near.knewAt(latest) !== undefined && across.knewAt(latest) !== undefined, 1_000)
      const wayTo = (follower: Follower, { pressedAt, revision }: (typeof pressed)[number]) => {
        const knewAt = follower.knewAt(revision)
        return knewAt === undefined ? undefined : knewAt - pressedAt
      }
      return pressed.map((one) => ({ near: wayTo(near, one), across: wayTo(across, one) }))
    },
    /** How long another device takes to connect. */
    async join() {
      const another = follow(here.url, person)
      const took = await until(() => another.isConnected() && another.snapshot() !== undefined, PATIENCE_MS)
      another.close()
      return took
    },
    untilAcross: () => until(() => across.knewAt(latest) !== undefined, PATIENCE_MS),
    close() {
      near.close()
      across.close()
    },
  }
}
