import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, inTime, longest } from './support/criteria.ts'
import { timed } from './support/nodes.ts'
import { onEachEngine, residentOf } from './support/site.ts'

const READY_MS = 3_000
const MOST_MB = 120
const SETTLED_MS = 5_000

/** Starts a server again and again, and leaves it alone. */
export const drill = ({ full }: { full: boolean }) =>
  onEachEngine(async ({ server }) => {
    const starts: number[] = []
    for (let count = 0; count < (full ? 20 : 3); count += 1) {
      await server.crash()
      starts.push(await timed(() => server.restart()))
    }
    await sleep(SETTLED_MS)
    return [
      inTime(`ready after each of ${starts.length} starts, the slowest`, longest(starts), READY_MS),
      atMost('MB of memory when nothing is asked', Math.round(residentOf(server.child.pid!)), MOST_MB),
    ]
  })
