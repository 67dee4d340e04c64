import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, atMost, inTime, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import type { Flood, FloodResult } from './support/flooder.ts'
import { type Follower, openFollower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import { watchForRestarts } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { readResidentMb } from './support/site.ts'
import { createPresser } from './support/users-at-work.ts'

const MAX_DELIVERY_MS = 100
const DEVICES_EACH = 3
const PRESS_EVERY_MS = 300
const CALM_MS = 5_000
const MAX_MORE_MEMORY_MB = 100
const MAX_SOCKETS = 20
/** The server closes sockets that are silent for this long. */
const MAX_FREE_MS = 60_000
const KINDS: Flood['kind'][] = ['events', 'bad packets', 'bytes', 'bytes by calls']

/** One user floods a server with ten thousand packets a second while others use it. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async ({ nodes }) => {
    const node = nodes[0]!
    const log = createCallLog()
    const users = await Promise.all((await signUp(node.url, 10, log)).map((person) => openUser(node, person)))
    const [attacker] = (await signUp(node.url, 1, log)) as [Person]
    const findRestarted = await watchForRestarts(nodes)
    const pressFor = async (durationMs: number) =>
      (await Promise.all(users.map((user) => user.pressFor(durationMs)))).flat()
    const timesWithoutFlood = [await pressFor(CALM_MS)]
    const memory = readResidentMb(node.pid)
    const floods = []
    for (const kind of KINDS) {
      const flooder = startFlooder({ url: node.url, token: attacker.token, kind })
      const times = await pressFor(full ? 60_000 : 10_000)
      const moreMemory = Math.max(0, Math.round(readResidentMb(node.pid) - memory))
      floods.push({ kind, times, moreMemory, ...(await flooder.end()) })
      timesWithoutFlood.push(await pressFor(CALM_MS))
    }
    const admitted: number[] = []
    const freeIn = await waitUntil(async () => {
      admitted.push(await countAdmitted(node, attacker))
      return admitted.at(-1) === MAX_SOCKETS
    }, 2 * MAX_FREE_MS)
    for (const { close } of users) close()
    const restarted = await findRestarted()
    // On a slow machine twice the time without a flood is allowed.
    const bar = Math.max(MAX_DELIVERY_MS, ...timesWithoutFlood.map((times) => 2 * (p99(times) ?? 0)))
    return [
      ...floods.flatMap(({ kind, sent, disconnects, times, moreMemory }) => [
        atLeast(`disconnects of a flood of ${kind} (${sent} sent)`, disconnects, 3),
        inTime('  from a command of others to all their devices meanwhile, p99', p99(times), bar),
        atMost('  more megabytes of the server since', moreMemory, MAX_MORE_MEMORY_MB),
      ]),
      atMost(`accepted of ${2 * MAX_SOCKETS} simultaneous sockets of one user`, Math.max(...admitted), MAX_SOCKETS),
      inTime('from the last flood until its user gets all sockets', freeIn, MAX_FREE_MS),
      none('nodes that exited', restarted),
      none('wrong replies', log.wrongAnswers),
    ]
  })

function startFlooder(flood: Flood) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'support/flooder.ts'))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.send(flood)
  return {
    async end() {
      const reported = once(child, 'message')
      child.kill('SIGTERM')
      const [result] = (await reported) as [FloodResult]
      process.off('exit', end)
      return result
    },
  }
}

/** A user who sends commands and has three devices that follow the timer. */
async function openUser({ url }: ManagedProcess, person: Person) {
  const followers = Array.from({ length: DEVICES_EACH }, () => openFollower(url, person))
  await waitUntilFollowing(followers)
  const press = createPresser(person, { url, log: createCallLog() })

  async function pressOnce() {
    const { pressedAt, revision } = await press()
    const arrivalAt = ({ receivedAt }: Follower) => receivedAt(revision) ?? Infinity
    await waitUntil(() => followers.every((follower) => arrivalAt(follower) < Infinity), 10_000)
    return Math.max(...followers.map(arrivalAt)) - pressedAt
  }

  return {
    async pressFor(durationMs: number) {
      const times: number[] = []
      for (const end = performance.now() + durationMs; performance.now() < end;) {
        await sleep(Math.random() * 2 * PRESS_EVERY_MS)
        times.push(await pressOnce())
      }
      return times
    },
    close: () => followers.forEach(({ close }) => close()),
  }
}

/** Opens twice as many sockets as a user may have, all at once, and counts the accepted ones. */
async function countAdmitted({ url }: ManagedProcess, { token }: Person) {
  const sockets = Array.from({ length: 2 * MAX_SOCKETS }, () =>
    io(url, { auth: { token, proto: 2 }, transports: ['websocket'], forceNew: true, reconnection: false }),
  )
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket as never, 'connect'), once(socket as never, 'connect_error')])),
  )
  const admitted = sockets.filter(({ connected }) => connected).length
  for (const socket of sockets) socket.disconnect()
  return admitted
}
