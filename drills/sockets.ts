import { startDevices } from '../bench/support/processes.ts'
import { atMost, inTime, none } from './support/criteria.ts'
import { measureTime } from './support/nodes.ts'
import { listDevices, withSite, readResidentMb } from './support/site.ts'

const DEVICES_EACH = 5
const PRESSES_PER_SECOND = 50
const MAX_DELIVERY_MS = 100
const MAX_RECONNECT_MS = 30_000
const MAX_MB = 300

/** Many people with five devices each, which hear of every press; then the server restarts, and all come back at once. */
export const drill = ({ full }: { full: boolean }) =>
  withSite('postgres', async (site) => {
    const { server } = site
    const devices = startDevices()
    try {
      const people = full ? 1_000 : 200
      const connected = people * DEVICES_EACH
      await devices.connect('all', 'socket.io', listDevices(site, people, DEVICES_EACH))
      // Everybody starts their timer first: what is measured is pausing and resuming it.
      await devices.press('all', PRESSES_PER_SECOND, (people / PRESSES_PER_SECOND) * 1_000)
      const heard = await devices.press('all', PRESSES_PER_SECOND, full ? 1_800_000 : 10_000)
      const megabytes = Math.round(readResidentMb(server.child.pid!))
      const back = await measureTime(() => Promise.all([server.crash().then(server.restart), devices.reconnect('all')]))
      const after = await devices.press('all', PRESSES_PER_SECOND, 5_000)
      return [
        none(`of ${heard.presses} presses, devices that did not hear`, Array(heard.missing).fill('one')),
        inTime(`from a press to the other devices with ${connected} connected, p99`, heard.p99, MAX_DELIVERY_MS),
        atMost(`MB of memory with ${connected} connected`, megabytes, MAX_MB),
        inTime(`after a restart, until all ${connected} are back`, back, MAX_RECONNECT_MS),
        none(`of ${after.presses} presses after that, devices that did not hear`, Array(after.missing).fill('one')),
      ]
    } finally {
      await devices.stop()
    }
  })
