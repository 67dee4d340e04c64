import { type Cluster, type ClusterOptions, startCluster } from '../../scripts/topology/start-cluster.ts'
import type { Criterion } from './criteria.ts'

/** The export of each drill. `full` runs it with the full figures of docs/reliability.md, else it takes about a minute. */
export interface Drill {
  drill: (size: { full: boolean }) => Promise<Criterion[]>
}

interface DrillClusterOptions extends Pick<ClusterOptions, 'addressFor' | 'pooler'> {
  /** More environment variables of a node. */
  settingsOf?: (node: string) => Record<string, string>
}

/** Runs a drill on two nodes behind nginx, which are stopped afterwards. */
export async function withCluster(
  work: (cluster: Cluster) => Promise<Criterion[]>,
  { settingsOf = () => ({}), ...options }: DrillClusterOptions = {},
) {
  const cluster = await startCluster({
    environment: (node) => ({ RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', ...settingsOf(node) }),
    ...options,
  })
  try {
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}
