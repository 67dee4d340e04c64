import { startDevices } from '../bench/support/processes.ts'
import { atMost, inTime, none } from './support/criteria.ts'
import { measureTime } from './support/nodes.ts'
import { listDevices, readResidentMb, withSite } from './support/site.ts'

const DEVICES_EACH = 5
const PRESSES_PER_SECOND = 50
const MAX_DELIVERY_MS = 100
const MAX_RECONNECT_MS = 30_000
const MAX_MB = 300

/** Many users with five devices each, which receive every command; then the server restarts and all reconnect at once. */
export const drill = ({ full }: { full: boolean }) =>
  withSite('postgres', async (site) => {
    const { server } = site
    const devices = startDevices()
    try {
      const people = full ? 1_000 : 200
      const connected = people * DEVICES_EACH
      await devices.connect('all', 'socket.io', listDevices(site, people, DEVICES_EACH))
      // All users start their timers before the measurement, which pauses and resumes them.
      await devices.press('all', PRESSES_PER_SECOND, (people / PRESSES_PER_SECOND) * 1_000)
      const result = await devices.press('all', PRESSES_PER_SECOND, full ? 1_800_000 : 10_000)
      const megabytes = Math.round(readResidentMb(server.child.pid!))
      const reconnectedIn = await measureTime(() =>
        Promise.all([server.crash().then(server.restart), devices.reconnect('all')]),
      )
      const after = await devices.press('all', PRESSES_PER_SECOND, 5_000)
      return [
        none(`missing messages of ${result.presses} commands`, Array(result.missing).fill('one')),
        inTime(`from a command to the other devices with ${connected} connected, p99`, result.p99, MAX_DELIVERY_MS),
        atMost(`MB of memory with ${connected} connected`, megabytes, MAX_MB),
        inTime(`after a restart, until all ${connected} are reconnected`, reconnectedIn, MAX_RECONNECT_MS),
        none(`missing messages of ${after.presses} commands after that`, Array(after.missing).fill('one')),
      ]
    } finally {
      await devices.stop()
    }
  })
