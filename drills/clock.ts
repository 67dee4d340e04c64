import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../scripts/topology.ts'
import { openCallLog } from './support/calls.ts'
import { atLeast, inTime, longest, none } from './support/criteria.ts'
import { findOverlaps, readAll } from './support/database.ts'
import { openDevice } from './support/device.ts'
import { onCluster } from './support/drill.ts'
import { until } from './support/follower.ts'
import { type Load, startLoad } from './support/load.ts'
import { createMachineClocks } from './support/machine-clocks.ts'
import { birthsOf } from './support/nodes.ts'
import { signUp } from './support/people.ts'
import { findStrangers, readPhases, startPhase } from './support/phases.ts'

const TOLERANCE_MS = 1_000
const SETTLED_MS = 5_000
const PATIENCE_MS = 30_000
const LEFT_MS = 6_000

/** By how many hours the clocks of the two machines are wrong, one after the other. */
const SETTINGS = [
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
    const births = await birthsOf(nodes)
    const set = (hours: readonly number[]) => nodes.forEach(({ name }, index) => clocks.set(name, hours[index]!))
    const outcomes: Awaited<ReturnType<typeof workThrough>>[] = []
    for (let round = 0; round < (full ? 10 : 1); round++)
      for (const hours of SETTINGS) outcomes.push(await workThrough(cluster, load, () => set(hours)))
    const reborn = (await birthsOf(nodes)).filter((birth, index) => birth !== births[index])

    set([1, 0])
    await nodes[0]!.stop()
    await nodes[0]!.start()
    const movedByStart = await load.findMoved()
    const judged = await load.judge()
    return [
      none(
        `timers nobody touched that moved when clocks were set, ${outcomes.length} times`,
        outcomes.flatMap(({ moved }) => moved),
      ),
      none(
        'phases that are not there once, in their whole length',
        outcomes.flatMap(({ strangers }) => strangers),
      ),
      inTime('the latest of them after its time', longest(outcomes.flatMap(({ late }) => late)), SETTLED_MS),
      atLeast('sessions of those who pressed', outcomes.flatMap(({ saved }) => saved).length, 4 * outcomes.length),
      none(
        'of them longer or shorter than by a right clock',
        outcomes.flatMap(({ wrong }) => wrong),
      ),
      none('timers moved by a server that starts on a machine that is an hour wrong', movedByStart),
      none('servers that ended', reborn),
      none('moments that count twice', findOverlaps(await readAll(postgres.url))),
      ...judged,
    ]
  }
  try {
    return await onCluster(work, clocks.settingsOf)
  } finally {
    clocks.remove()
  }
}

/** Some have phases that end soon, others have begun something; then the clocks are set, and all goes on. */
async function workThrough({ url, nodes, postgres }: Cluster, load: Load, setClocks: () => void) {
  const people = await signUp(url, 10, openCallLog())
  const [left, pressing] = [people.slice(0, 6), people.slice(6)]
  const devices = await Promise.all(
    pressing.map((person, index) => openDevice(person, { url: nodes[index % nodes.length]!.url })),
  )
  await until(() => devices.every(({ isConnected }) => isConnected()), PATIENCE_MS)
  const dueAt = Date.now() + LEFT_MS
  const phases = new Map(await Promise.all(left.map((person) => startPhase(url, person, { dueAt, breakMs: 60_000 }))))
  const worked = new Map<string, number>()
  const sessions = devices.map(async ({ person, actions }) => {
    const startedAt = performance.now()
    await actions.start({ stopwatch: true })
    await sleep(LEFT_MS)
    worked.set(person.id, performance.now() - startedAt)
    await actions.stop({ save: true })
  })

  setClocks()
  await sleep(dueAt - Date.now() - LEFT_MS / 3)
  // Devices ask for the time now and then, and with most of what they do.
  await Promise.all(load.followers.map(({ askTime }) => askTime()))
  const moved = await load.findMoved()
  await Promise.all(sessions)
  await until(() => devices.every(({ shown }) => shown().pending.length === 0), PATIENCE_MS)
  await until(async () => (await readPhases(postgres.url, left)).length === left.length, PATIENCE_MS)
  const ended = await readPhases(postgres.url, left)
  const saved = await readPhases(postgres.url, pressing)
  for (const { close } of devices) close()
  return {
    moved,
    strangers: findStrangers(ended, phases, dueAt),
    late: ended.map(({ createdAt }) => createdAt - dueAt),
    saved,
    wrong: saved.filter(
      ({ userId, startedAt, endedAt }) => Math.abs(endedAt - startedAt - worked.get(userId)!) > TOLERANCE_MS,
    ),
  }
}
