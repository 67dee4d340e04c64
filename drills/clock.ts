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
import { watchForRestarts } from './support/nodes.ts'
import { signUp } from './support/people.ts'
import { findWrongPhases, readPhaseEntries, startPhase } from './support/phases.ts'

const TOLERANCE_MS = 1_000
const MAX_DELAY_MS = 5_000
const TIMEOUT_MS = 30_000
const WORK_LEFT_MS = 6_000

/** Offsets of the two machines' clocks in hours, set one after the other. */
const CLOCK_SETTINGS = [
  [1, 1],
  [-1, -1],
  [0, 0],
  [1, 0],
  [0, -1],
  [1, -1],
  [0, 0],
]

/** Changes the clocks of the nodes' machines while users work, and starts a node on a machine with a wrong clock. */
export const drill = async ({ full }: { full: boolean }) => {
  const clocks = createMachineClocks()
  const work = async (cluster: Cluster) => {
    const { nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const findRestarted = await watchForRestarts(nodes)
    const set = (hours: readonly number[]) => nodes.forEach(({ name }, index) => clocks.set(name, hours[index]!))
    const outcomes: Awaited<ReturnType<typeof workThrough>>[] = []
    for (let round = 0; round < (full ? 10 : 1); round++)
      for (const hours of CLOCK_SETTINGS) outcomes.push(await workThrough(cluster, load, () => set(hours)))
    const restarted = await findRestarted()

    set([1, 0])
    await nodes[0]!.stop()
    await nodes[0]!.start()
    const movedByStart = await load.findMovedTimers()
    const criteria = await load.finish()
    return [
      none(
        `timers without commands that moved when clocks were set, ${outcomes.length} times`,
        outcomes.flatMap(({ moved }) => moved),
      ),
      none(
        'phases that were not saved once, in full length',
        outcomes.flatMap(({ wrongPhases }) => wrongPhases),
      ),
      inTime('delay of the latest phase', longest(outcomes.flatMap(({ delays }) => delays)), MAX_DELAY_MS),
      atLeast(
        'focus sessions that users ended themselves',
        outcomes.flatMap(({ saved }) => saved).length,
        4 * outcomes.length,
      ),
      none(
        'of them longer or shorter than by a correct clock',
        outcomes.flatMap(({ wrong }) => wrong),
      ),
      none('timers moved by a node that starts on a machine with a wrong clock', movedByStart),
      none('nodes that exited', restarted),
      none('moments counted twice', findOverlaps(await readStoredData(postgres.url))),
      ...criteria,
    ]
  }
  try {
    return await withCluster(work, { settingsOf: clocks.settingsOf })
  } finally {
    clocks.remove()
  }
}

/** Changes the clocks while phases of six users are about to end and four others are at work. */
async function workThrough({ url, nodes, postgres }: Cluster, load: Load, setClocks: () => void) {
  const people = await signUp(url, 10, createCallLog())
  const [waiting, working] = [people.slice(0, 6), people.slice(6)]
  const devices = await Promise.all(
    working.map((person, index) => openDevice(person, { url: nodes[index % nodes.length]!.url })),
  )
  await waitUntil(() => devices.every(({ isConnected }) => isConnected()), TIMEOUT_MS)
  const dueAt = Date.now() + WORK_LEFT_MS
  const phases = new Map(
    await Promise.all(waiting.map((person) => startPhase(url, person, { dueAt, breakMs: 60_000 }))),
  )
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
  // Devices probe the server's clock regularly, so they do it here as well.
  await Promise.all(load.followers.map(({ probeClock }) => probeClock()))
  const moved = await load.findMovedTimers()
  await Promise.all(sessions)
  await waitUntil(() => devices.every(({ state }) => state().pending.length === 0), TIMEOUT_MS)
  await waitUntil(async () => (await readPhaseEntries(postgres.url, waiting)).length === waiting.length, TIMEOUT_MS)
  const ended = await readPhaseEntries(postgres.url, waiting)
  const saved = await readPhaseEntries(postgres.url, working)
  for (const { close } of devices) close()
  return {
    moved,
    wrongPhases: findWrongPhases(ended, phases, dueAt),
    delays: ended.map(({ createdAt }) => createdAt - dueAt),
    saved,
    wrong: saved.filter(
      ({ userId, startedAt, endedAt }) => Math.abs(endedAt - startedAt - worked.get(userId)!) > TOLERANCE_MS,
    ),
  }
}
