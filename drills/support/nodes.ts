import type { ManagedProcess } from '../../scripts/topology/start-cluster.ts'

/** One of the figures that a server tells about itself. */
async function readMetric(node: ManagedProcess, name: string) {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The server at ${node.url} does not tell ${name}`)
  return Number(value)
}

/** When each process began: as long as that stays the same, it is the same process. */
export const readStartTimes = (nodes: readonly ManagedProcess[]) =>
  Promise.all(nodes.map((node) => readMetric(node, 'process_start_time_seconds')))

/** How many devices are connected to each. */
export const countSockets = (nodes: readonly ManagedProcess[]) =>
  Promise.all(nodes.map((node) => readMetric(node, 'sockets_connected')))

/** How a health check of a server is answered; undefined: not at all. */
export const readHealth = (node: ManagedProcess, path: '/health' | '/ready') =>
  fetch(`${node.url}${path}`, { signal: AbortSignal.timeout(15_000) }).then(
    ({ status }) => status,
    () => undefined,
  )

export async function measureTime(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
