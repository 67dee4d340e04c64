import { type Cluster, startCluster } from '../../scripts/topology/start-cluster.ts'
import type { Criterion } from './criteria.ts'

/** What a file of this folder exports: `full` has the figures of the targets, else it is over in a minute. */
export interface Drill {
  drill: (size: { full: boolean }) => Promise<Criterion[]>
}

/** Two nodes behind a proxy, gone afterwards whatever happens. */
export async function withCluster(
  work: (cluster: Cluster) => Promise<Criterion[]>,
  settingsOf: (node: string) => Record<string, string> = () => ({}),
  wayTo: (url: string) => Promise<string> = async (url) => url,
) {
  const cluster = await startCluster({
    environment: (node) => ({ RATE_LIMITS: 'off', LOG_LEVEL: 'fatal', ...settingsOf(node) }),
    addressFor: wayTo,
  })
  try {
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}
