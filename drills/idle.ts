import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, inTime, longest } from './support/criteria.ts'
import { measureTime } from './support/nodes.ts'
import { readResidentMb, withEachEngine } from './support/site.ts'

const MAX_START_MS = 3_000
const MAX_MB = 120
const IDLE_AFTER_MS = 5_000

/** Starts a server several times and leaves it idle. */
export const drill = ({ full }: { full: boolean }) =>
  withEachEngine(async ({ server }) => {
    const starts: number[] = []
    for (let count = 0; count < (full ? 20 : 3); count += 1) {
      await server.crash()
      starts.push(await measureTime(() => server.restart()))
    }
    await sleep(IDLE_AFTER_MS)
    return [
      inTime(`ready after each of ${starts.length} starts, the slowest`, longest(starts), MAX_START_MS),
      atMost('MB of memory when idle', Math.round(readResidentMb(server.child.pid!)), MAX_MB),
    ]
  })
