import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, startCluster } from '../scripts/topology/start-cluster.ts'
import { median, percentile } from './support/account.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { socketUrl, startDevices } from './support/processes.ts'
import { idOf, JWT_SECRET } from './support/site.ts'
import type { PhaseEnds } from './support/socket-load.ts'

const PEOPLE = 1_000
const ENTRIES = 10_000
const ROUNDS = 3
const MEDIAN_BAR_MS = 1_000
const LAST_BAR_MS = 2_000
const RATIO_BAR = 1
/** Enough to start all phases. */
const LEAD_MS = 12_000
/** A phase must not begin before the one of the last round was stopped. */
const PHASE_MS = 61_000

/** A thousand phases that end in the same second, on three servers and on one. */
export async function measure() {
  const [one, three] = [await startSite(1), await startSite(3)]
  const devices = startDevices()
  try {
    for (const { name, people } of [one, three]) await devices.connect(name, 'socket.io', people)
    const rounds: Record<'one' | 'three', PhaseEnds[]> = { one: [], three: [] }
    const stoppedAt = { one: 0, three: 0 }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const name of ['one', 'three'] as const) {
        const endsAt = Math.max(Date.now() + LEAD_MS, stoppedAt[name] + PHASE_MS)
        await sleep(endsAt - LEAD_MS - Date.now())
        rounds[name].push(await devices.endPhases({ one, three }[name].name, endsAt))
        stoppedAt[name] = Date.now()
      }
    const entries = (await countFocusSessions(one.cluster)) + (await countFocusSessions(three.cluster))
    return print(rounds, entries)
  } finally {
    await devices.stop()
    await Promise.all([one.cluster.stop(), three.cluster.stop()])
  }
}

async function startSite(nodes: number) {
  const cluster = await startCluster({ nodes, environment: { JWT_SECRET, RATE_LIMITS: 'off' } })
  const tokens = await fillPostgres(cluster.postgres.url, ENTRIES)
  // Each user has a device on two servers.
  const people = tokens.slice(0, PEOPLE).map((token, user) => ({
    token,
    project: idOf('project', user, 1),
    urls: [0, 1].map((at) => socketUrl(cluster.nodes[(user + at) % nodes]?.url ?? cluster.url)),
  }))
  return { name: `${nodes}`, cluster, people }
}

/** Time entries that the timer has saved. */
async function countFocusSessions({ postgres }: Cluster) {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from time_entries where focus_session_key is not null',
  )
  await client.end()
  return Number(rows[0]?.count)
}

function print({ one, three }: Record<'one' | 'three', PhaseEnds[]>, entries: number) {
  const expected = 2 * PEOPLE * ROUNDS
  const wrong = [...one, ...three].reduce((sum, round) => sum + round.wrong, 0) + Math.abs(entries - expected)
  if (one[0]?.late.length === 0) throw new Error('Nobody had a phase on the one server')
  const medianOf = (rounds: PhaseEnds[]) => median(rounds.map(({ late }) => percentile(late, 0.5)))
  const last = median(three.map(({ late }) => Math.max(...late)))
  const ratio = medianOf(three) / medianOf(one)
  console.log(`due once: ${wrong} of ${expected} phases were not ended and told exactly once (bar 0)`)
  console.log(`due median: ${medianOf(three).toFixed(0)} ms late on three servers (bar ${MEDIAN_BAR_MS})`)
  console.log(`due last: ${last.toFixed(0)} ms late (bar ${LAST_BAR_MS})`)
  console.log(
    `due ratio: ${ratio.toFixed(2)} × the median of one server, ${medianOf(one).toFixed(0)} ms (bar ${RATIO_BAR})`,
  )
  return wrong === 0 && medianOf(three) <= MEDIAN_BAR_MS && last <= LAST_BAR_MS && ratio <= RATIO_BAR
}
