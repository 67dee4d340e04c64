import { judgeTraffic, TRAFFIC, warmUp } from './support/traffic.ts'
import { onEachEngine, workersOf } from './support/site.ts'

/** Three hundred calls a second of two hundred people at work. */
export const drill = ({ full }: { full: boolean }) =>
  onEachEngine(async (site) => {
    const from = { workers: workersOf(site, TRAFFIC.people) }
    await warmUp(site)
    const heard = await site.offer({ ...TRAFFIC, leadMs: 10_000, milliseconds: full ? 600_000 : 15_000, from })
    return judgeTraffic(heard)
  })
