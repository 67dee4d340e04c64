import { atLeast, type Criterion, inTime, none, p99 } from './support/criteria.ts'
import { withEachEngine, listWorkers } from './support/site.ts'
import { toTrafficCriteria, formatAnswers, TRAFFIC, warmUp } from './support/traffic.ts'

const PER_SECOND = 1_500
const MAX_ANSWER_MS = 1_000
/** Half of what it carries otherwise: what makes this load takes most of one of the two cores that all share. */
const MIN_SUCCEEDED = TRAFFIC.perSecond / 2

/** Five times as many calls as it has to carry, and then again as many as that. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    const from = { workers: listWorkers(site, TRAFFIC.people) }
    await warmUp(site)
    const birth = site.server.child.pid
    const seconds = full ? 60 : 10
    const heard = await site.runLoad({ perSecond: PER_SECOND, milliseconds: seconds * 1_000, from })
    const after = toTrafficCriteria(
      await site.runLoad({ ...TRAFFIC, leadMs: full ? 15_000 : 5_000, milliseconds: 10_000, from }),
    )
    return [
      none(`answers but success or 503 with a time to come back (${formatAnswers(heard)})`, heard.wrongAnswers),
      atLeast('calls a second that succeeded', Math.round(heard.times.length / seconds), MIN_SUCCEEDED),
      inTime('p99 of those', p99(heard.times), MAX_ANSWER_MS),
      none('servers that ended', isAlive(site.server.child) ? [] : [birth]),
      ...after.map((one): Criterion => ({ ...one, what: `within 30 s of that: ${one.what}` })),
    ]
  })

const isAlive = ({ exitCode, signalCode }: { exitCode: number | null; signalCode: string | null }) =>
  exitCode === null && signalCode === null
