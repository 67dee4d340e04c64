import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import type { Cluster, ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { type Answer, type CallLog, callOnce, createCallLog } from './support/calls.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { type Follower, waitUntil } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { watchForRestarts } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { shuffle } from './support/shuffle.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const DELAY_MS = 150
const CALL_INTERVAL_MS = 250
const MAX_ANSWER_MS = 10_000
const MAX_RECOVERY_MS = 10_000
/** Both ends of a device's connection send a ping every 25 s and wait 20 s for the reply. */
const MAX_NOTICE_MS = 50_000

const FAULTS = ['delay', 'cut', 'reset', 'hold', 'abandon'] as const

/** Injects network faults between users and nginx and between nodes, PostgreSQL and Redis, one by one, while users work. */
export const drill = async ({ full }: { full: boolean }) => {
  const network = createNetwork()
  const work = async (cluster: Cluster) => {
    const { nodes } = cluster
    const url = await network.addressFor(cluster.url)
    const load = await startLoad({ ...cluster, url })
    const [person] = (await signUp(url, 1, createCallLog())) as [Person]
    const findRestarted = await watchForRestarts(nodes)
    const end = new AbortController()
    const log = createCallLog()
    const calls = nodes.map((node) => keepCalling(node, person, { log, end: end.signal }))
    const [recoveries, reconnects]: [Times, Times] = [[], []]
    const seed = Number(process.env['DRILL_SEED'] ?? Math.floor(Math.random() * 1e6))
    const turns = shuffle(network.turns(full ? 4 : 1), seed)
    for (const { protocol, fault } of turns) {
      network.inject(protocol, fault)
      await sleep(full ? 12_000 : 5_000)
      network.heal(protocol)
      const urls = [url, ...nodes.map((node) => node.url)]
      recoveries.push(...(await Promise.all(urls.map((each) => waitUntilWritable(each, person)))))
      if (protocol === 'http' && fault === 'abandon') reconnects.push(await waitUntilReconnected(load.followers))
    }
    end.abort()
    const unexpected = (await Promise.all(calls)).flat()
    return [
      atLeast(`faults, in the order of DRILL_SEED=${seed}`, turns.length, 3 * FAULTS.length),
      none('nodes that exited', await findRestarted()),
      atLeast('writes directly at the nodes', log.answers.get('201') ?? 0, 100),
      none('replies other than success, or 503 with Retry-After', unexpected),
      inTime('the slowest of these replies', log.slowestMs, MAX_ANSWER_MS),
      inTime(
        'from the end of a fault to a write at each node and through the proxy',
        slowest(recoveries),
        MAX_RECOVERY_MS,
      ),
      inTime('until devices on silent connections have reconnected', slowest(reconnects), MAX_NOTICE_MS),
      // A reply over a broken network takes as long as the fault.
      ...(await load.finish({ isPatient: true })),
    ]
  }
  try {
    return await withCluster(work, { addressFor: network.addressFor })
  } finally {
    await network.close()
  }
}

/** Puts a proxy of its own in front of each program. Proxies are grouped by the protocol of their URL. */
function createNetwork() {
  const proxies: { protocol: string; proxy: FaultProxy }[] = []
  const proxiesOf = (protocol: string) => proxies.flatMap((one) => (one.protocol === protocol ? one.proxy : []))
  return {
    async addressFor(url: string) {
      const address = new URL(url)
      const proxy = await startFaultProxy(Number(address.port))
      proxies.push({ protocol: address.protocol.slice(0, -1), proxy })
      address.port = String(proxy.port)
      return address.href.replace(/\/$/, '')
    },
    /** Every fault for every protocol, repeated for each round. */
    turns(rounds: number) {
      const protocols = [...new Set(proxies.map(({ protocol }) => protocol))].toSorted()
      const once = protocols.flatMap((protocol) => FAULTS.map((fault) => ({ protocol, fault })))
      return Array.from({ length: rounds }, () => once).flat()
    },
    inject: (protocol: string, fault: (typeof FAULTS)[number]) =>
      proxiesOf(protocol).forEach((proxy) => proxy[fault](DELAY_MS)),
    heal: (protocol: string) => proxiesOf(protocol).forEach((proxy) => proxy.heal()),
    close: () => Promise.all(proxies.map(({ proxy }) => proxy.close())),
  }
}

/** Milliseconds; undefined if it never happened. */
type Times = (number | undefined)[]

/** Sends reads and writes directly to a node, at a fixed rate. Returns the unexpected replies. */
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
