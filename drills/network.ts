import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import type { Cluster, Part } from '../scripts/topology.ts'
import { type Answer, attempt, type CallLog, openCallLog } from './support/calls.ts'
import { shuffled } from './support/chance.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { onCluster } from './support/drill.ts'
import { type Follower, until } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { birthsOf } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { minuteOf, untilWritten } from './support/work.ts'

const DELAY_MS = 150
const ASK_EVERY_MS = 250
const ANSWERED_MS = 10_000
const RECOVERED_MS = 10_000
/** Both ends of a device's connection say something every 25 s, and give the other 20 s more. */
const NOTICED_MS = 50_000

const FAULTS = ['delay', 'cut', 'reset', 'hold', 'abandon'] as const

/** Does to all connections of people, of PostgreSQL and of Redis what networks do, one after another, while people work. */
export const drill = async ({ full }: { full: boolean }) => {
  const network = openNetwork()
  const work = async (cluster: Cluster) => {
    const { nodes } = cluster
    const url = await network.wayTo(cluster.url)
    const load = await startLoad({ ...cluster, url })
    const [person] = (await signUp(url, 1, openCallLog())) as [Person]
    const births = await birthsOf(nodes)
    const end = new AbortController()
    const asked = openCallLog()
    const asking = nodes.map((node) => keepAsking(node, person, { log: asked, end: end.signal }))
    const [recoveries, returns]: [Times, Times] = [[], []]
    const seed = Number(process.env['DRILL_SEED'] ?? Math.floor(Math.random() * 1e6))
    const turns = shuffled(network.turns(full ? 4 : 1), seed)
    for (const { place, fault } of turns) {
      network.spoil(place, fault)
      await sleep(full ? 12_000 : 5_000)
      network.heal(place)
      const ways = [url, ...nodes.map((node) => node.url)]
      recoveries.push(...(await Promise.all(ways.map((way) => untilWritten(way, person)))))
      if (place === 'http' && fault === 'abandon') returns.push(await untilReturned(load.followers))
    }
    end.abort()
    const odd = (await Promise.all(asking)).flat()
    const reborn = (await birthsOf(nodes)).filter((birth, index) => birth !== births[index])
    return [
      atLeast(`faults, in the order of DRILL_SEED=${seed}`, turns.length, 3 * FAULTS.length),
      none('servers that ended', reborn),
      atLeast('answers by the servers themselves', asked.answers.get('201') ?? 0, 100),
      none('answered otherwise than by success, or 503 and when to come again', odd),
      inTime('the slowest of these answers', asked.longestMs, ANSWERED_MS),
      inTime(
        'from the end of a fault to a write at each server and through the proxy',
        slowest(recoveries),
        RECOVERED_MS,
      ),
      inTime('until devices whose connections carry nothing any more have new ones', slowest(returns), NOTICED_MS),
      // Those whose own network is broken wait as long as it is.
      ...(await load.judge({ isPatient: true })),
    ]
  }
  try {
    return await onCluster(work, undefined, network.wayTo)
  } finally {
    await network.close()
  }
}

/** Every way to a program leads through a proxy of its own, and is known by how it speaks. */
function openNetwork() {
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
    spoil: (place: string, fault: (typeof FAULTS)[number]) => at(place).forEach((proxy) => proxy[fault](DELAY_MS)),
    heal: (place: string) => at(place).forEach((proxy) => proxy.heal()),
    close: () => Promise.all(proxies.map(({ proxy }) => proxy.close())),
  }
}

/** Milliseconds; undefined: never. */
type Times = (number | undefined)[]

/** Reads and writes at a server itself, one after another without waiting for the last. */
async function keepAsking({ url }: Part, person: Person, { log, end }: { log: CallLog; end: AbortSignal }) {
  const { token } = person
  const answers: Promise<Answer>[] = []
  for (; !end.aborted; await sleep(ASK_EVERY_MS)) {
    answers.push(attempt(url, { path: '/timer', token }, log))
    answers.push(attempt(url, { path: '/time-entries', body: minuteOf(person), token }, log))
  }
  return (await Promise.all(answers)).flatMap(({ status, retryAfter }) =>
    status === 200 || status === 201 || (status === 503 && retryAfter !== null)
      ? []
      : `${status}, Retry-After ${retryAfter}`,
  )
}

function untilReturned(followers: readonly Follower[]) {
  const before = followers.map(({ reconnects }) => reconnects.length)
  return until(() => followers.every(({ reconnects }, index) => reconnects.length > before[index]!), 2 * NOTICED_MS)
}
