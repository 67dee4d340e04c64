import { listWorkers, withEachEngine } from './support/site.ts'
import { toTrafficCriteria, TRAFFIC, warmUp } from './support/traffic.ts'

/** Three hundred requests a second by two hundred users. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async (site) => {
    const from = { workers: listWorkers(site, TRAFFIC.people) }
    await warmUp(site)
    const result = await site.runLoad({ ...TRAFFIC, leadMs: 10_000, milliseconds: full ? 600_000 : 15_000, from })
    return toTrafficCriteria(result)
  })
