import { type Criterion, inTime, percentile } from './criteria.ts'
import type { OpenLoadResult } from './open-loop.ts'
import { listWorkers, type Site } from './site.ts'

/** The traffic that a server on a small machine must handle. */
export const TRAFFIC = { people: 200, perSecond: 300 }
export const MAX_TRAFFIC_P99_MS = 150
/** If requests were sent later than this, the figures measure the load generator instead of the server. */
const MAX_LATENESS_MS = 50

/** Lets V8 compile the code first, because a server in use is rarely new. */
export const warmUp = (site: Site) =>
  site.runLoad({ perSecond: 150, milliseconds: 10_000, from: { workers: listWorkers(site, TRAFFIC.people) } })

export const formatAnswers = ({ answers }: OpenLoadResult) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** Whether the load generator itself was on time. */
const toOnTimeCriterion = ({ lateness }: OpenLoadResult) =>
  inTime('lateness of the load generator, p99', percentile(lateness, 0.99), MAX_LATENESS_MS)

export function toTrafficCriteria(result: OpenLoadResult): Criterion[] {
  const { offered, times } = result
  const failed = offered - times.length
  return [
    {
      what: `replies other than success (${formatAnswers(result)})`,
      measured: String(failed),
      bar: '0',
      isMet: failed === 0,
    },
    inTime('p50', percentile(times, 0.5), 20),
    inTime('p95', percentile(times, 0.95), 75),
    inTime('p99', percentile(times, 0.99), MAX_TRAFFIC_P99_MS),
    toOnTimeCriterion(result),
  ]
}
