import { setTimeout as sleep } from 'node:timers/promises'
import { playScenarios } from '../bench/sim.ts'
import type { Cluster } from '../scripts/topology.ts'
import { type FaultProxy, startFaultProxy } from '#server/testing/fault-proxy.ts'
import { HOUR_MS } from '../src/core/time/units.ts'
import { openCallLog } from './support/calls.ts'
import { atLeast, inTime, none } from './support/criteria.ts'
import { compare, findHalves, findOverlaps, readAll, readRevisions } from './support/database.ts'
import { type Device, openDevice } from './support/device.ts'
import { pressAnywhere, workFarAway, workOnOneAtATime } from './support/device-work.ts'
import { onCluster } from './support/drill.ts'
import { until } from './support/follower.ts'
import { type Person, signUp } from './support/people.ts'
import type { History } from './support/work.ts'

/** A connection that is dead without a word is noticed after 45 seconds, and then tried again. */
const CAUGHT_UP_MS = 60_000
const PATIENCE_MS = 3 * CAUGHT_UP_MS
/** What half of a slow way can make a device's idea of the time wrong by. */
const TOLERANCE_MS = 1_000

/** Real devices behind networks that lose, hold, cut and delay, with clocks that are wrong; and simulated ones. */
export const drill = async ({ full }: { full: boolean }) => [
  none('scenarios of the simulation that fail', playScenarios(full ? 50_000 : 500)),
  ...(await onCluster((cluster) => playDevices(cluster, full ? 300_000 : 30_000))),
]

async function playDevices({ url, nodes, postgres }: Cluster, durationMs: number) {
  const networks = await Promise.all(nodes.map((node) => startFaultProxy(Number(new URL(node.url).port))))
  const end = new AbortController()
  const people = await signUp(url, 18, openCallLog())
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
  const know = await until(() => devices.every(isRightByTheServer), PATIENCE_MS)
  const travellers = people.slice(14)

  const faults = spoil(networks, end.signal)
  const work = [
    ...careful.map((pair) => workOnOneAtATime(pair, end.signal)),
    ...travellers.map((person) => workFarAway(person, url, devices)),
  ]
  const presses = careless.map((pair) => pressAnywhere(pair, end.signal))
  await sleep(durationMs)
  end.abort()
  const histories = await Promise.all(work)
  const [counts] = [await faults, await Promise.all(presses)]
  const caughtUpIn = await until(async () => {
    const revisions = await readRevisions(postgres.url)
    return devices.every(({ person, shown }) => isAtRest(shown(), revisions.get(person.id) ?? 0))
  }, PATIENCE_MS)
  const found = await readAll(postgres.url)
  for (const { close } of devices) close()
  await Promise.all(networks.map(({ close }) => close()))

  const kept = histories.map(({ entries }) => entries).flat()
  const { lost, unasked } = compare(histories, found)
  const moved = kept.filter(({ id, segments }) => {
    const entry = found.entries.find((one) => one.id === id)
    return entry !== undefined && !isNear(entry.segments, segments)
  })
  const tooLong = found.entries.filter(({ durationMs: each }) => each <= 0 || each > HOUR_MS)
  return [
    inTime('clocks that are an hour wrong go by the server’s time', know, CAUGHT_UP_MS),
    atLeast('faults of the two networks', counts, durationMs / 5_000),
    atLeast('sessions of people who see what they do', kept.length, 20),
    none('of them lost, or commands', lost),
    none('of them doubled, or there though nobody asked for it', unasked),
    none('of them with times more than a second off', moved),
    none('entries of no time, or of more than anybody worked', tooLong),
    none('moments that count twice', findOverlaps(found)),
    none('half-written', findHalves(found)),
    none(
      'presses of those who see what they do that were refused',
      careful.flat().flatMap(({ refused }) => refused),
    ),
    inTime('every outbox is empty and every device shows what the server has', caughtUpIn, CAUGHT_UP_MS),
  ]
}

const isRightByTheServer = ({ isConnected, now }: Device) =>
  isConnected() && Math.abs(now() - Date.now()) < TOLERANCE_MS

const isAtRest = ({ pending, refused, snapshot }: ReturnType<Device['shown']>, revision: number) =>
  pending.length === 0 && refused.length === 0 && (snapshot?.revision ?? 0) === revision

const isNear = (some: History['entries'][number]['segments'], others: typeof some) =>
  some.length === others.length &&
  some.every((segment, index) => segment.every((at, end) => Math.abs(at - others[index]![end]!) <= TOLERANCE_MS))

/** One network after the other fails in one way after the other, and recovers. Returns how often. */
async function spoil(networks: readonly FaultProxy[], end: AbortSignal) {
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
