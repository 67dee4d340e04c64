import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { playScenarios } from '../bench/sim.ts'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, inTime, none } from './support/criteria.ts'
import { compareWithStored, findHalfWritten, findOverlaps, readRevisions, readStoredData } from './support/database.ts'
import { pressAtRandom, workInTurns, workOffline } from './support/device-users.ts'
import { type Device, openDevice } from './support/device.ts'
import { withCluster } from './support/drill.ts'
import { waitUntil } from './support/follower.ts'
import { type Person, signUp } from './support/people.ts'
import type { History } from './support/users-at-work.ts'

/** A silently dead connection is noticed after 45 seconds; then the device reconnects. */
const MAX_CATCH_UP_MS = 60_000
const TIMEOUT_MS = 3 * MAX_CATCH_UP_MS
/** A slow network makes a device's estimate of the server's time wrong by up to this. */
const TOLERANCE_MS = 1_000

/** Real devices with wrong clocks behind failing networks; and the simulator. */
export const drill = async ({ full }: { full: boolean }) => [
  none('scenarios of the simulation that fail', await playScenarios(full ? 50_000 : 500)),
  ...(await withCluster((cluster) => runDevices(cluster, full ? 300_000 : 30_000))),
]

async function runDevices({ url, nodes, postgres }: Cluster, durationMs: number) {
  const networks = await Promise.all(nodes.map((node) => startFaultProxy(Number(new URL(node.url).port))))
  const end = new AbortController()
  const people = await signUp(url, 18, createCallLog())
  const devices: Device[] = []
  const openPair = async (person: Person) => {
    const pair = [HOUR_MS, -HOUR_MS].map((aheadMs, index) =>
      openDevice(person, { url: `http://127.0.0.1:${networks[index % networks.length]!.port}`, aheadMs }),
    )
    devices.push(...(await Promise.all(pair)))
    return devices.slice(-pair.length) as [Device, Device]
  }
  const careful = await Promise.all(people.slice(0, 8).map(openPair))
  const careless = await Promise.all(people.slice(8, 14).map(openPair))
  const clocksSetIn = await waitUntil(() => devices.every(hasServerTime), TIMEOUT_MS)
  const offlineUsers = people.slice(14)

  const faults = injectFaults(networks, end.signal)
  const work = [
    ...careful.map((pair) => workInTurns(pair, end.signal)),
    ...offlineUsers.map((person) => workOffline(person, url, devices)),
  ]
  const presses = careless.map((pair) => pressAtRandom(pair, end.signal))
  await sleep(durationMs)
  end.abort()
  const histories = await Promise.all(work)
  const [counts] = [await faults, await Promise.all(presses)]
  const caughtUpIn = await waitUntil(async () => {
    const revisions = await readRevisions(postgres.url)
    return devices.every(({ person, state }) => isSynced(state(), revisions.get(person.id) ?? 0))
  }, TIMEOUT_MS)
  const stored = await readStoredData(postgres.url)
  for (const { close } of devices) close()
  await Promise.all(networks.map(({ close }) => close()))

  const acknowledged = histories.map(({ entries }) => entries).flat()
  const { lost, unrequested } = compareWithStored(histories, stored)
  const moved = acknowledged.filter(({ id, segments }) => {
    const entry = stored.entries.find((one) => one.id === id)
    return entry !== undefined && !isNear(entry.segments, segments)
  })
  const impossible = stored.entries.filter(({ durationMs: each }) => each <= 0 || each > HOUR_MS)
  return [
    inTime('until devices with clocks an hour wrong use the server’s time', clocksSetIn, MAX_CATCH_UP_MS),
    atLeast('faults of the two networks', counts, durationMs / 5_000),
    atLeast('focus sessions of users who act on the current state', acknowledged.length, 20),
    none('of them, or their commands, lost', lost),
    none('of them stored twice, or stored without a request', unrequested),
    none('of them shifted by more than a second', moved),
    none('entries without duration, or longer than any user worked', impossible),
    none('moments counted twice', findOverlaps(stored)),
    none('half-written', findHalfWritten(stored)),
    none(
      'commands based on the current state that were refused',
      careful.flat().flatMap(({ refused }) => refused),
    ),
    inTime('until every outbox is empty and every device has the server’s state', caughtUpIn, MAX_CATCH_UP_MS),
  ]
}

const hasServerTime = ({ isConnected, now }: Device) => isConnected() && Math.abs(now() - Date.now()) < TOLERANCE_MS

const isSynced = ({ pending, snapshot }: ReturnType<Device['state']>, revision: number) =>
  pending.length === 0 && (snapshot?.revision ?? 0) === revision

const isNear = (some: History['entries'][number]['segments'], others: typeof some) =>
  some.length === others.length &&
  some.every((segment, index) => segment.every((at, end) => Math.abs(at - others[index]![end]!) <= TOLERANCE_MS))

/** Injects one fault after the other into a random network and heals it. Returns the number of faults. */
async function injectFaults(networks: readonly FaultProxy[], end: AbortSignal) {
  const faults: ((network: FaultProxy) => void)[] = [
    (network) => network.reset(),
    (network) => network.delay(150),
    (network) => network.cut(),
    (network) => network.hold(),
    (network) => network.abandon(),
  ]
  let count = 0
  for (; !end.aborted; count++) {
    const network = networks[Math.floor(Math.random() * networks.length)]!
    faults[count % faults.length]!(network)
    await sleep(500 + Math.random() * 1_500)
    network.heal()
    await sleep(Math.random() * 1_000)
  }
  return count
}
