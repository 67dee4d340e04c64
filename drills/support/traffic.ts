import { type Criterion, inTime, percentile } from './criteria.ts'
import type { OpenLoadResult } from './open-loop.ts'
import { type Site, listWorkers } from './site.ts'

/** What a server on a small machine has to carry. */
export const TRAFFIC = { people: 200, perSecond: 300 }
export const MAX_TRAFFIC_P99_MS = 150
/** If calls were sent later than this, the figures tell of the sender. */
const MAX_LATENESS_MS = 50

/** What is run often is compiled first: a server is seldom new. */
export const warmUp = (site: Site) =>
  site.runLoad({ perSecond: 150, milliseconds: 10_000, from: { workers: listWorkers(site, TRAFFIC.people) } })

export const formatAnswers = ({ answers }: OpenLoadResult) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** Whether the program that made the load was on time itself. */
export const toOnTimeCriterion = ({ lateness }: OpenLoadResult) =>
  inTime('calls were sent on time, p99', percentile(lateness, 0.99), MAX_LATENESS_MS)

export function toTrafficCriteria(heard: OpenLoadResult): Criterion[] {
  const { offered, times } = heard
  const failed = offered - times.length
  return [
    { what: `answers but success (${formatAnswers(heard)})`, measured: String(failed), bar: '0', isMet: failed === 0 },
    inTime('p50', percentile(times, 0.5), 20),
    inTime('p95', percentile(times, 0.95), 75),
    inTime('p99', percentile(times, 0.99), MAX_TRAFFIC_P99_MS),
    toOnTimeCriterion(heard),
  ]
}
