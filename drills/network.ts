import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import type { Cluster, ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { type Answer, callOnce, type CallLog, createCallLog } from './support/calls.ts'
import { shuffle } from './support/shuffle.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { type Follower, waitUntil } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { readStartTimes } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const DELAY_MS = 150
const CALL_INTERVAL_MS = 250
const MAX_ANSWER_MS = 10_000
const MAX_RECOVERY_MS = 10_000
/** Both ends of a device's connection say something every 25 s, and give the other 20 s more. */
const MAX_NOTICE_MS = 50_000

const FAULTS = ['delay', 'cut', 'reset', 'hold', 'abandon'] as const

/** Does to all connections of people, of PostgreSQL and of Redis what networks do, one after another, while people work. */
export const drill = async ({ full }: { full: boolean }) => {
  const network = createNetwork()
  const work = async (cluster: Cluster) => {
    const { nodes } = cluster
    const url = await network.wayTo(cluster.url)
    const load = await startLoad({ ...cluster, url })
    const [person] = (await signUp(url, 1, createCallLog())) as [Person]
    const births = await readStartTimes(nodes)
    const end = new AbortController()
    const asked = createCallLog()
    const asking = nodes.map((node) => keepCalling(node, person, { log: asked, end: end.signal }))
    const [recoveries, returns]: [Times, Times] = [[], []]
    const seed = Number(process.env['DRILL_SEED'] ?? Math.floor(Math.random() * 1e6))
    const turns = shuffle(network.turns(full ? 4 : 1), seed)
    for (const { place, fault } of turns) {
      network.inject(place, fault)
      await sleep(full ? 12_000 : 5_000)
      network.heal(place)
      const ways = [url, ...nodes.map((node) => node.url)]
      recoveries.push(...(await Promise.all(ways.map((way) => waitUntilWritable(way, person)))))
      if (place === 'http' && fault === 'abandon') returns.push(await waitUntilReconnected(load.followers))
    }
    end.abort()
    const odd = (await Promise.all(asking)).flat()
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
    return [
      atLeast(`faults, in the order of DRILL_SEED=${seed}`, turns.length, 3 * FAULTS.length),
      none('servers that ended', reborn),
      atLeast('answers by the servers themselves', asked.answers.get('201') ?? 0, 100),
      none('answered otherwise than by success, or 503 and when to come again', odd),
      inTime('the slowest of these answers', asked.slowestMs, MAX_ANSWER_MS),
      inTime(
        'from the end of a fault to a write at each server and through the proxy',
        slowest(recoveries),
        MAX_RECOVERY_MS,
      ),
      inTime('until devices whose connections carry nothing any more have new ones', slowest(returns), MAX_NOTICE_MS),
      // Those whose own network is broken wait as long as it is.
      ...(await load.finish({ isPatient: true })),
    ]
  }
  try {
    return await withCluster(work, undefined, network.wayTo)
  } finally {
    await network.close()
  }
}

/** Every way to a program leads through a proxy of its own, and is known by how it speaks. */
function createNetwork() {
  const proxies: { place: string; proxy: FaultProxy }[] = []
  const at = (place: string) => proxies.flatMap((one) => (one.place === place ? one.proxy : []))
  return {
    async wayTo(url: string) {
      const way = new URL(url)
      const proxy = await startFaultProxy(Number(way.port))
      proxies.push({ place: way.protocol.slice(0, -1), proxy })
      way.port = String(proxy.port)
      return way.href.replace(/\/$/, '')
    },
    /** Every fault at every place, as often as wanted. */
    turns(rounds: number) {
      const places = [...new Set(proxies.map(({ place }) => place))].toSorted()
      const once = places.flatMap((place) => FAULTS.map((fault) => ({ place, fault })))
      return Array.from({ length: rounds }, () => once).flat()
    },
    inject: (place: string, fault: (typeof FAULTS)[number]) => at(place).forEach((proxy) => proxy[fault](DELAY_MS)),
    heal: (place: string) => at(place).forEach((proxy) => proxy.heal()),
    close: () => Promise.all(proxies.map(({ proxy }) => proxy.close())),
  }
}

/** Milliseconds; undefined: never. */
type Times = (number | undefined)[]

/** Reads and writes at a server itself, one after another without waiting for the last. */
async function keepCalling({ url }: ManagedProcess, person: Person, { log, end }: { log: CallLog; end: AbortSignal }) {
  const { token } = person
  const answers: Promise<Answer>[] = []
  for (; !end.aborted; await sleep(CALL_INTERVAL_MS)) {
    answers.push(callOnce(url, { path: '/timer', token }, log))
    answers.push(callOnce(url, { path: '/time-entries', body: createMinuteEntry(person), token }, log))
  }
  return (await Promise.all(answers)).flatMap(({ status, retryAfter }) =>
    status === 200 || status === 201 || (status === 503 && retryAfter !== null)
      ? []
      : `${status}, Retry-After ${retryAfter}`,
  )
}

function waitUntilReconnected(followers: readonly Follower[]) {
  const before = followers.map(({ reconnects }) => reconnects.length)
  return waitUntil(
    () => followers.every(({ reconnects }, index) => reconnects.length > before[index]!),
    2 * MAX_NOTICE_MS,
  )
}
