import { atLeast, type Criterion, inTime, none, p99 } from './support/criteria.ts'
import { listWorkers, withEachEngine } from './support/site.ts'
import { formatAnswers, toTrafficCriteria, TRAFFIC, warmUp } from './support/traffic.ts'

const PER_SECOND = 1_500
const MAX_ANSWER_MS = 1_000
/** Half of the normal traffic, because the load generator takes most of one of the two cores. */
const MIN_SUCCEEDED = TRAFFIC.perSecond / 2

/** Five times the normal traffic, and then normal traffic again. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    const from = { workers: listWorkers(site, TRAFFIC.people) }
    await warmUp(site)
    const { child } = site.server
    const seconds = full ? 60 : 10
    const result = await site.runLoad({ perSecond: PER_SECOND, milliseconds: seconds * 1_000, from })
    const after = toTrafficCriteria(
      await site.runLoad({ ...TRAFFIC, leadMs: full ? 15_000 : 5_000, milliseconds: 10_000, from }),
    )
    return [
      none(`replies other than success, or 503 with Retry-After (${formatAnswers(result)})`, result.wrongAnswers),
      atLeast('requests a second that succeeded', Math.round(result.times.length / seconds), MIN_SUCCEEDED),
      inTime('p99 of those', p99(result.times), MAX_ANSWER_MS),
      none('servers that exited', isAlive(child) ? [] : [child.pid]),
      ...after.map((one): Criterion => ({ ...one, what: `within 30 s of that: ${one.what}` })),
    ]
  })

const isAlive = ({ exitCode, signalCode }: { exitCode: number | null; signalCode: string | null }) =>
  exitCode === null && signalCode === null
