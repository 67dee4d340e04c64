import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, inTime, longest, none } from './support/criteria.ts'
import { findOverlaps, readStoredData } from './support/database.ts'
import { openDevice } from './support/device.ts'
import { withCluster } from './support/drill.ts'
import { waitUntil } from './support/follower.ts'
import { type Load, startLoad } from './support/load.ts'
import { createMachineClocks } from './support/machine-clocks.ts'
import { readStartTimes } from './support/nodes.ts'
import { signUp } from './support/people.ts'
import { findWrongPhases, readPhaseEntries, startPhase } from './support/phases.ts'

const TOLERANCE_MS = 1_000
const MAX_DELAY_MS = 5_000
const TIMEOUT_MS = 30_000
const WORK_LEFT_MS = 6_000

/** By how many hours the clocks of the two machines are wrong, one after the other. */
const CLOCK_SETTINGS = [
  [1, 1],
  [-1, -1],
  [0, 0],
  [1, 0],
  [0, -1],
  [1, -1],
  [0, 0],
]

/** Sets the clocks of the servers' machines, together and apart, while people work; and starts a server on such a one. */
export const drill = async ({ full }: { full: boolean }) => {
  const clocks = createMachineClocks()
  const work = async (cluster: Cluster) => {
    const { nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const births = await readStartTimes(nodes)
    const set = (hours: readonly number[]) => nodes.forEach(({ name }, index) => clocks.set(name, hours[index]!))
    const outcomes: Awaited<ReturnType<typeof workThrough>>[] = []
    for (let round = 0; round < (full ? 10 : 1); round++)
      for (const hours of CLOCK_SETTINGS) outcomes.push(await workThrough(cluster, load, () => set(hours)))
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])

    set([1, 0])
    await nodes[0]!.stop()
    await nodes[0]!.start()
    const movedByStart = await load.findMovedTimers()
    const judged = await load.finish()
    return [
      none(
        `timers nobody touched that moved when clocks were set, ${outcomes.length} times`,
        outcomes.flatMap(({ moved }) => moved),
      ),
      none(
        'phases that are not there once, in their whole length',
        outcomes.flatMap(({ strangers }) => strangers),
      ),
      inTime('the latest of them after its time', longest(outcomes.flatMap(({ late }) => late)), MAX_DELAY_MS),
      atLeast('sessions of those who pressed', outcomes.flatMap(({ saved }) => saved).length, 4 * outcomes.length),
      none(
        'of them longer or shorter than by a right clock',
        outcomes.flatMap(({ wrong }) => wrong),
      ),
      none('timers moved by a server that starts on a machine that is an hour wrong', movedByStart),
      none('servers that ended', reborn),
      none('moments that count twice', findOverlaps(await readStoredData(postgres.url))),
      ...judged,
    ]
  }
  try {
    return await withCluster(work, clocks.settingsOf)
  } finally {
    clocks.remove()
  }
}

/** Some have phases that end soon, others have begun something; then the clocks are set, and all goes on. */
async function workThrough({ url, nodes, postgres }: Cluster, load: Load, setClocks: () => void) {
  const people = await signUp(url, 10, createCallLog())
  const [left, pressing] = [people.slice(0, 6), people.slice(6)]
  const devices = await Promise.all(
    pressing.map((person, index) => openDevice(person, { url: nodes[index % nodes.length]!.url })),
  )
  await waitUntil(() => devices.every(({ isConnected }) => isConnected()), TIMEOUT_MS)
  const dueAt = Date.now() + WORK_LEFT_MS
  const phases = new Map(await Promise.all(left.map((person) => startPhase(url, person, { dueAt, breakMs: 60_000 }))))
  const worked = new Map<string, number>()
  const sessions = devices.map(async ({ person, actions }) => {
    const startedAt = performance.now()
    await actions.start({ stopwatch: true })
    await sleep(WORK_LEFT_MS)
    worked.set(person.id, performance.now() - startedAt)
    await actions.stop({ save: true })
  })

  setClocks()
  await sleep(dueAt - Date.now() - WORK_LEFT_MS / 3)
  // Devices ask for the time now and then, and with most of what they do.
  await Promise.all(load.followers.map(({ probeClock: askTime }) => askTime()))
  const moved = await load.findMovedTimers()
  await Promise.all(sessions)
  await waitUntil(() => devices.every(({ shown }) => shown().pending.length === 0), TIMEOUT_MS)
  await waitUntil(async () => (await readPhaseEntries(postgres.url, left)).length === left.length, TIMEOUT_MS)
  const ended = await readPhaseEntries(postgres.url, left)
  const saved = await readPhaseEntries(postgres.url, pressing)
  for (const { close } of devices) close()
  return {
    moved,
    strangers: findWrongPhases(ended, phases, dueAt),
    late: ended.map(({ createdAt }) => createdAt - dueAt),
    saved,
    wrong: saved.filter(
      ({ userId, startedAt, endedAt }) => Math.abs(endedAt - startedAt - worked.get(userId)!) > TOLERANCE_MS,
    ),
  }
}
