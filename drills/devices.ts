import { setTimeout as sleep } from 'node:timers/promises'
import { playScenarios } from '../bench/sim.ts'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, inTime, none } from './support/criteria.ts'
import { compareWithStored, findHalfWritten, findOverlaps, readStoredData, readRevisions } from './support/database.ts'
import { type Device, openDevice } from './support/device.ts'
import { pressAtRandom, workOffline, workInTurns } from './support/device-users.ts'
import { withCluster } from './support/drill.ts'
import { waitUntil } from './support/follower.ts'
import { type Person, signUp } from './support/people.ts'
import type { History } from './support/users-at-work.ts'

/** A connection that is dead without a word is noticed after 45 seconds, and then tried again. */
const MAX_CATCH_UP_MS = 60_000
const TIMEOUT_MS = 3 * MAX_CATCH_UP_MS
/** What half of a slow way can make a device's idea of the time wrong by. */
const TOLERANCE_MS = 1_000

/** Real devices behind networks that lose, hold, cut and delay, with clocks that are wrong; and simulated ones. */
export const drill = async ({ full }: { full: boolean }) => [
  none('scenarios of the simulation that fail', playScenarios(full ? 50_000 : 500)),
  ...(await withCluster((cluster) => runDevices(cluster, full ? 300_000 : 30_000))),
]

async function runDevices({ url, nodes, postgres }: Cluster, durationMs: number) {
  const networks = await Promise.all(nodes.map((node) => startFaultProxy(Number(new URL(node.url).port))))
  const end = new AbortController()
  const people = await signUp(url, 18, createCallLog())
  const devices: Device[] = []
  const open = async (person: Person, place: Partial<Parameters<typeof openDevice>[1]>[]) => {
    const opened = place.map((one, index) =>
      openDevice(person, { url: `http://127.0.0.1:${networks[index % networks.length]!.port}`, ...one }),
    )
    devices.push(...(await Promise.all(opened)))
    return devices.slice(-place.length) as [Device, Device]
  }
  const wrong = [{ aheadMs: HOUR_MS }, { aheadMs: -HOUR_MS }]
  const careful = await Promise.all(people.slice(0, 8).map((person) => open(person, wrong)))
  const careless = await Promise.all(people.slice(8, 14).map((person) => open(person, wrong)))
  const know = await waitUntil(() => devices.every(hasServerTime), TIMEOUT_MS)
  const travellers = people.slice(14)

  const faults = injectFaults(networks, end.signal)
  const work = [
    ...careful.map((pair) => workInTurns(pair, end.signal)),
    ...travellers.map((person) => workOffline(person, url, devices)),
  ]
  const presses = careless.map((pair) => pressAtRandom(pair, end.signal))
  await sleep(durationMs)
  end.abort()
  const histories = await Promise.all(work)
  const [counts] = [await faults, await Promise.all(presses)]
  const caughtUpIn = await waitUntil(async () => {
    const revisions = await readRevisions(postgres.url)
    return devices.every(({ person, shown }) => isSynced(shown(), revisions.get(person.id) ?? 0))
  }, TIMEOUT_MS)
  const found = await readStoredData(postgres.url)
  for (const { close } of devices) close()
  await Promise.all(networks.map(({ close }) => close()))

  const kept = histories.map(({ entries }) => entries).flat()
  const { lost, unasked } = compareWithStored(histories, found)
  const moved = kept.filter(({ id, segments }) => {
    const entry = found.entries.find((one) => one.id === id)
    return entry !== undefined && !isNear(entry.segments, segments)
  })
  const tooLong = found.entries.filter(({ durationMs: each }) => each <= 0 || each > HOUR_MS)
  return [
    inTime('clocks that are an hour wrong go by the server’s time', know, MAX_CATCH_UP_MS),
    atLeast('faults of the two networks', counts, durationMs / 5_000),
    atLeast('sessions of people who see what they do', kept.length, 20),
    none('of them lost, or commands', lost),
    none('of them doubled, or there though nobody asked for it', unasked),
    none('of them with times more than a second off', moved),
    none('entries of no time, or of more than anybody worked', tooLong),
    none('moments that count twice', findOverlaps(found)),
    none('half-written', findHalfWritten(found)),
    none(
      'presses of those who see what they do that were refused',
      careful.flat().flatMap(({ refused }) => refused),
    ),
    inTime('every outbox is empty and every device shows what the server has', caughtUpIn, MAX_CATCH_UP_MS),
  ]
}

const hasServerTime = ({ isConnected, now }: Device) => isConnected() && Math.abs(now() - Date.now()) < TOLERANCE_MS

const isSynced = ({ pending, refused, snapshot }: ReturnType<Device['shown']>, revision: number) =>
  pending.length === 0 && refused.length === 0 && (snapshot?.revision ?? 0) === revision

const isNear = (some: History['entries'][number]['segments'], others: typeof some) =>
  some.length === others.length &&
  some.every((segment, index) => segment.every((at, end) => Math.abs(at - others[index]![end]!) <= TOLERANCE_MS))

/** One network after the other fails in one way after the other, and recovers. Returns how often. */
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
