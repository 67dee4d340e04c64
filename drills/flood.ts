import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { createCallLog } from './support/calls.ts'
import { atLeast, atMost, inTime, none, p99 } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { openFollower, type Follower, waitUntil, waitUntilFollowing } from './support/follower.ts'
import type { Flood, FloodResult } from './support/flooder.ts'
import { readStartTimes } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { readResidentMb } from './support/site.ts'
import { createPresser } from './support/users-at-work.ts'

const MAX_DELIVERY_MS = 100
const DEVICES_EACH = 3
const PRESS_EVERY_MS = 300
const CALM_MS = 5_000
const MAX_MORE_MEMORY_MB = 100
const MAX_SOCKETS = 20
/** What has said nothing for so long is gone. */
const MAX_FREE_MS = 60_000
const KINDS: Flood['kind'][] = ['events', 'bad packets', 'bytes', 'bytes by calls']

/** One user sends whatever can be sent, ten thousand times a second, to a server on which others work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async ({ nodes }) => {
    const node = nodes[0]!
    const log = createCallLog()
    const people = await Promise.all((await signUp(node.url, 10, log)).map((person) => openUser(node, person)))
    const [mallory] = (await signUp(node.url, 1, log)) as [Person]
    const births = await readStartTimes(nodes)
    const pressFor = async (durationMs: number) =>
      (await Promise.all(people.map((one) => one.pressFor(durationMs)))).flat()
    const calm = [await pressFor(CALM_MS)]
    const memory = readResidentMb(node.pid)
    const floods = []
    for (const kind of KINDS) {
      const flooder = startFlooder({ url: node.url, token: mallory.token, kind })
      const ways = await pressFor(full ? 60_000 : 10_000)
      const taken = Math.max(0, Math.round(readResidentMb(node.pid) - memory))
      floods.push({ kind, ways, taken, ...(await flooder.end()) })
      calm.push(await pressFor(CALM_MS))
    }
    const admitted: number[] = []
    const freeIn = await waitUntil(async () => {
      admitted.push(await countAdmitted(node, mallory))
      return admitted.at(-1) === MAX_SOCKETS
    }, 2 * MAX_FREE_MS)
    for (const { close } of people) close()
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
    // On a machine that is slow anyway, twice as slow is as without a flood.
    const bar = Math.max(MAX_DELIVERY_MS, ...calm.map((ways) => 2 * (p99(ways) ?? 0)))
    return [
      ...floods.flatMap(({ kind, sent, disconnects: cut, ways, taken }) => [
        atLeast(`times that a flood of ${kind} is cut off (${sent} sent)`, cut, 3),
        inTime('  from a press of others to all their devices meanwhile, p99', p99(ways), bar),
        atMost('  megabytes that the server has taken since', taken, MAX_MORE_MEMORY_MB),
      ]),
      atMost(`of ${2 * MAX_SOCKETS} connections of one user at once, admitted`, Math.max(...admitted), MAX_SOCKETS),
      inTime('from the last flood until its user may have as many as anybody', freeIn, MAX_FREE_MS),
      none('servers that ended', reborn),
      none('answers that nobody should get', log.wrongAnswers),
    ]
  })

function startFlooder(flood: Flood) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'support/flooder.ts'))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.send(flood)
  return {
    async end() {
      const told = once(child, 'message')
      child.kill('SIGTERM')
      const [done] = (await told) as [FloodResult]
      process.off('exit', end)
      return done
    },
  }
}

/** Somebody who presses, and has three devices that follow. */
async function openUser({ url }: ManagedProcess, person: Person) {
  const followers = Array.from({ length: DEVICES_EACH }, () => openFollower(url, person))
  await waitUntilFollowing(followers)
  const press = createPresser(person, { url, log: createCallLog() })

  async function pressOnce() {
    const { pressedAt, revision } = await press()
    const knewAt = ({ receivedAt: knewAt }: Follower) => knewAt(revision) ?? Infinity
    await waitUntil(() => followers.every((follower) => knewAt(follower) < Infinity), 10_000)
    return Math.max(...followers.map(knewAt)) - pressedAt
  }

  return {
    async pressFor(durationMs: number) {
      const ways: number[] = []
      for (const end = performance.now() + durationMs; performance.now() < end;) {
        await sleep(Math.random() * 2 * PRESS_EVERY_MS)
        ways.push(await pressOnce())
      }
      return ways
    },
    close: () => followers.forEach(({ close }) => close()),
  }
}

/** How many of twice as many connections as are allowed are let in, all at the same moment. */
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
