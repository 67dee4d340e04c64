import { startCluster } from '../scripts/topology/start-cluster.ts'
import { createReads } from './support/api.ts'
import { fillPostgres } from './support/postgres-site.ts'
import { socketUrl, startDevices, startLoad } from './support/processes.ts'
import { idOf, JWT_SECRET } from './support/site.ts'

const SERVERS = 3
const PEOPLE = 1_000
const DEVICES_EACH = 5
const ENTRIES = 10_000
const TIME_BAR_S = 15
const LATENCY_BAR = 5
const IDLE_MS = 10_000
/** Few, so that the calls measure the servers and do not load them. */
const CONNECTIONS = 2

/** 5,000 sockets reconnect after the proxy restarts. Meanwhile calls go to a server directly. */
export async function measure() {
  const cluster = await startCluster({ nodes: SERVERS, environment: { JWT_SECRET, RATE_LIMITS: 'off' } })
  const [load, devices] = [startLoad(), startDevices()]
  try {
    const tokens = await fillPostgres(cluster.postgres.url, ENTRIES)
    const url = socketUrl(cluster.url)
    const people = tokens.slice(0, PEOPLE).map((token, user) => ({
      token,
      project: idOf('project', user, 1),
      urls: Array<string>(DEVICES_EACH).fill(url),
    }))
    await devices.connect('all', 'socket.io', people)
    const port = Number(new URL(cluster.nodes[0]?.url ?? '').port)
    const call = (milliseconds: number) =>
      load.run({ port, connections: CONNECTIONS, milliseconds, requests: createReads(tokens).ours })
    await call(IDLE_MS)
    const idle = await call(IDLE_MS)

    const startedAt = performance.now()
    const meanwhile = call(TIME_BAR_S * 1_000)
    await cluster.nginx.stop()
    await cluster.nginx.start()
    await devices.reconnect('all')
    const seconds = (performance.now() - startedAt) / 1_000
    const busy = await meanwhile
    const ratio = busy.p99 / idle.p99
    const wrong = idle.wrong + busy.wrong
    console.log(
      `storm time: ${seconds.toFixed(1)} s until ${PEOPLE * DEVICES_EACH} sockets are in step again (bar ${TIME_BAR_S})`,
    )
    console.log(
      `storm calls: ${ratio.toFixed(2)} × the idle p99 (bar ${LATENCY_BAR}), ${busy.p99.toFixed(1)} to ${idle.p99.toFixed(1)} ms, ${wrong} wrong answers (bar 0)`,
    )
    return seconds <= TIME_BAR_S && ratio <= LATENCY_BAR && wrong === 0
  } finally {
    await Promise.all([load.stop(), devices.stop()])
    await cluster.stop()
  }
}
