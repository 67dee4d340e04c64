import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../scripts/topology/start-cluster.ts'
import { createReads, createWrites, toAuthorization, toHttpText } from './support/api.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { socketUrl, startDevices, startLoad } from './support/processes.ts'
import { costOf, readResourceUse, type ResourceUse, scaleUse } from './support/resource-use.ts'
import { idOf, JWT_SECRET } from './support/site.ts'

const SERVERS = 2
const PEOPLE = 500
const ENTRIES = 100_000
const ROUND_MS = 20_000
const IDLE_MS = 10_000
const PER_SECOND = 60
/** PostgreSQL counts the transactions of a connection up to ten seconds late. */
const COUNTED_AFTER_MS = 11_000
/** nginx closes a connection after a thousand calls. */
const CONNECTIONS = 8
const CALLS_MS = 5_000

/**
 * Measures the cost of each kind of work on each machine of a site with several servers, and multiplies it by many users.
 * The figures are for docs/operations.md; there is no bar.
 */
export async function measure() {
  const cluster = await startCluster({ nodes: SERVERS, environment: { JWT_SECRET, RATE_LIMITS: 'off' } })
  const [load, devices] = [startLoad(), startDevices()]
  try {
    const tokens = await fillPostgres(cluster.postgres.url, ENTRIES)
    const people = tokens.slice(0, PEOPLE).map((token, user) => ({
      token,
      project: idOf('project', user, 1),
      // Through nginx, which gives each new socket to any server.
      urls: [0, 1].map(() => socketUrl(cluster.url)),
    }))
    await devices.connect('all', 'socket.io', people)
    await devices.press('all', PER_SECOND, (PEOPLE / PER_SECOND) * 1_000)
    await sleep(COUNTED_AFTER_MS)
    const before = await readResourceUse(cluster)
    await sleep(IDLE_MS)
    const perMillisecond = costOf(before, await readResourceUse(cluster), IDLE_MS, scaleUse(before, 0))

    /** Measures work that returns how often it was done. */
    const costFor = async (work: () => Promise<number>) => {
      const [startedAt, before] = [performance.now(), await readResourceUse(cluster)]
      const times = await work()
      await sleep(COUNTED_AFTER_MS)
      const idle = scaleUse(perMillisecond, performance.now() - startedAt)
      return costOf(before, await readResourceUse(cluster), times, idle)
    }
    const port = Number(new URL(cluster.url).port)
    const call = (requests: readonly string[]) => async () =>
      (await load.run({ port, connections: CONNECTIONS, milliseconds: CALLS_MS, requests })).answers
    const reports = tokens.map((token) => toHttpText(`GET ${MONTH_REPORT}`, toAuthorization(token)))
    const costs = {
      press: await costFor(async () => (await devices.press('all', PER_SECOND, ROUND_MS)).presses),
      tick: await costFor(() => devices.tick('all', PER_SECOND * 2, ROUND_MS)),
      connect: await costFor(async () => {
        await devices.reconnect('all')
        return PEOPLE * 2
      }),
      page: await costFor(call(createReads(tokens).ours)),
      entry: await costFor(call(createWrites(tokens).ours)),
      report: await costFor(call(reports)),
    }
    print(costs, perMillisecond)
    return true
  } finally {
    await Promise.all([load.stop(), devices.stop()])
    await cluster.stop()
  }
}

const MONTH_REPORT = '/api/reports/summary?from=2025-03-01&to=2025-03-31&zone=Europe/Madrid&group=project'

type Action = 'press' | 'tick' | 'connect' | 'page' | 'entry' | 'report'
type Costs = Record<Action, ResourceUse>

/** A day of an active user: ten focus sessions, with two devices. Phases that end by themselves cost like a press. */
const PER_DAY: Record<Action, number> = { press: 30, tick: 3_000, connect: 10, page: 40, entry: 4, report: 6 }
/** Of all users, these work on a day. */
const ACTIVE_SHARE = 0.3
/** The busiest hour, compared with the average. */
const PEAK = 5
const SECONDS_PER_DAY = 86_400
const SITES = [10_000, 100_000, 1_000_000]

function print(costs: Costs, idle: ResourceUse) {
  for (const [action, cost] of Object.entries(costs))
    console.log(
      `costs ${action}: ${cost.servers.toFixed(2)} ms of a server, ${cost.postgres.toFixed(2)} ms of PostgreSQL, ${cost.redis.toFixed(2)} ms of Redis, ${cost.nginx.toFixed(2)} ms of nginx; ${cost.transactions.toFixed(1)} transactions, ${cost.redisWrites.toFixed(2)} messages, ${(cost.redisBytes / 1_024).toFixed(1)} KiB through Redis`,
    )
  console.log(
    `costs idle: ${((idle.servers / SERVERS) * 1_000).toFixed(0)} ms of each server and ${(idle.postgres * 1_000).toFixed(0)} ms of PostgreSQL a second, with ${PEOPLE * 2} sockets on ${SERVERS} servers`,
  )
  for (const users of SITES) {
    const active = users * ACTIVE_SHARE
    const perSecond = (action: Action) => (active * PER_DAY[action] * PEAK) / SECONDS_PER_DAY
    const coresOf = (part: 'servers' | 'postgres' | 'redis' | 'nginx') =>
      Object.entries(costs)
        .reduce((sum, [action, cost]) => sum + (perSecond(action as Action) * cost[part]) / 1_000, 0)
        .toFixed(2)
    console.log(
      `costs ${users} users: ${(active * 0.7).toFixed(0)} sockets, ${perSecond('press').toFixed(0)} presses and ${(perSecond('page') + perSecond('entry') + perSecond('report')).toFixed(0)} calls a second at the peak; cores: ${coresOf('servers')} for servers, ${coresOf('postgres')} for PostgreSQL, ${coresOf('redis')} for Redis, ${coresOf('nginx')} for nginx`,
    )
  }
}
