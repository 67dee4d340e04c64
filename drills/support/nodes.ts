import type { ManagedProcess } from '../../scripts/topology/start-cluster.ts'

/** Reads one of a server's metrics. */
async function readMetric(node: ManagedProcess, name: string) {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The server at ${node.url} has no metric ${name}`)
  return Number(value)
}

/** Returns a function that lists the nodes whose process has exited and was started again since. */
export async function watchForRestarts(nodes: readonly ManagedProcess[]) {
  const readStartTimes = () => Promise.all(nodes.map((node) => readMetric(node, 'ritmo_process_start_time_seconds')))
  const before = await readStartTimes()
  return async () => {
    const after = await readStartTimes()
    return nodes.flatMap(({ name }, index) => (after[index] === before[index] ? [] : name))
  }
}

/** How many devices are connected to each node. */
export const countSockets = (nodes: readonly ManagedProcess[]) =>
  Promise.all(nodes.map((node) => readMetric(node, 'ritmo_sockets_connected')))

/** The status of a health check; undefined if there is no reply. */
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
