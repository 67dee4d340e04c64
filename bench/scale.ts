import { type Cluster, startCluster } from '../scripts/topology/start-cluster.ts'
import { median } from './support/account.ts'
import { createReads, createWrites } from './support/api.ts'
import type { HttpLoadResult } from './support/http-load.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { socketUrl, startDevices, startLoad } from './support/processes.ts'
import { idOf, JWT_SECRET } from './support/site.ts'
import type { DeliveryResult } from './support/socket-load.ts'

const THROUGHPUT_BAR = 1
const TIME_BAR = 2
const PEOPLE = 100
const ENTRIES = 90_000
const ROUNDS = 7
const ROUND_MS = 6_000
const CONNECTIONS = 16
const PRESSES_PER_SECOND = 20
const WRITES_PER_TEN = 3

/** Two nodes behind nginx, compared with one, under reads, writes and timer commands on the same machine. */
export async function measure() {
  const [one, two] = [await startSite(1), await startSite(2)]
  const [load, devices] = [startLoad(), startDevices()]
  try {
    for (const { name, people } of [one, two]) await devices.connect(name, 'socket.io', people)
    const runRound = async ({ name, cluster, requests }: Site, milliseconds = ROUND_MS): Promise<Round> => {
      const port = Number(new URL(cluster.url).port)
      const [answered, delivered] = await Promise.all([
        load.run({ port, connections: CONNECTIONS, milliseconds, requests }),
        devices.press(name, PRESSES_PER_SECOND, milliseconds),
      ])
      return { ...answered, ...delivered, fanOut: delivered.p99 }
    }
    for (const site of [one, two]) await runRound(site)
    const rounds: Rounds = { one: [], two: [] }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of round % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const))
        rounds[name].push(await runRound({ one, two }[name]))
    return printRatios(rounds)
  } finally {
    await Promise.all([load.stop(), devices.stop()])
    await Promise.all([one.cluster.stop(), two.cluster.stop()])
  }
}

type Site = Awaited<ReturnType<typeof startSite>>
type Round = HttpLoadResult & DeliveryResult & { fanOut: number }
type Rounds = Record<'one' | 'two', Round[]>

async function startSite(nodes: number) {
  const cluster: Cluster = await startCluster({ nodes, environment: { JWT_SECRET, RATE_LIMITS: 'off' } })
  const tokens = await fillPostgres(cluster.postgres.url, ENTRIES)
  const [reads, writes] = [createReads(tokens).ours, createWrites(tokens).ours]
  const requests = reads.map((read, index) => (index % 10 < WRITES_PER_TEN ? (writes[index] ?? read) : read))
  // The first device of a user sends commands to one node, the others are connected to the next.
  const people = tokens.slice(0, PEOPLE).map((token, user) => ({
    token,
    project: idOf('project', user, 1),
    urls: [0, 1, 1].map((at) => socketUrl(cluster.nodes[(user + at) % nodes]?.url ?? cluster.url)),
  }))
  return { name: `${nodes}`, cluster, requests, people }
}

function printRatios({ one, two }: Rounds) {
  const medianOf = (rounds: Round[], pick: (round: Round) => number) => median(rounds.map(pick))
  const ratio = (pick: (round: Round) => number) =>
    median(one.flatMap((round, at) => two.slice(at, at + 1).map((other) => pick(other) / pick(round))))
  const [throughput, fanOut] = [ratio(({ perSecond }) => perSecond), ratio((round) => round.fanOut)]
  const all = [...one, ...two]
  const sum = (pick: (round: Round) => number) => all.reduce((total, round) => total + pick(round), 0)
  const wrong = sum((round) => round.wrong + round.missing)
  console.log(
    `scale right: ${wrong} of ${sum(({ answers }) => answers)} answers and ${sum(({ presses }) => presses)} presses went wrong (bar 0)`,
  )
  console.log(
    `scale throughput: ${throughput.toFixed(2)} of one node's (bar ${THROUGHPUT_BAR}), ${medianOf(two, ({ perSecond }) => perSecond).toFixed(0)} to ${medianOf(one, ({ perSecond }) => perSecond).toFixed(0)} requests/s`,
  )
  console.log(
    `scale fan-out: ${fanOut.toFixed(2)} × the p99 of one node (bar ${TIME_BAR}), ${medianOf(two, (round) => round.fanOut).toFixed(1)} to ${medianOf(one, (round) => round.fanOut).toFixed(1)} ms from a device on one node to those on the other`,
  )
  return wrong === 0 && throughput >= THROUGHPUT_BAR && fanOut <= TIME_BAR
}
