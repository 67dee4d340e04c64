import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../scripts/topology.ts'
import { type Answer, attempt, type CallLog, openCallLog } from './support/calls.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { onCluster } from './support/drill.ts'
import { follow, until } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { birthsOf, healthOf } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { minuteOf, untilWritten } from './support/work.ts'

const AWAY_MS = 5_000
const ASK_EVERY_MS = 250
const ANSWERED_MS = 10_000
const RECOVERED_MS = 10_000

/** Kills the whole PostgreSQL, as a power cut would, while people work. */
export const drill = ({ full }: { full: boolean }) =>
  onCluster(async (cluster) => {
    const { url, nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const [person] = (await signUp(url, 1, openCallLog())) as [Person]
    const births = await birthsOf(nodes)
    const kills = full ? 20 : 3
    const asked = openCallLog()
    const odd: string[] = []
    const recoveries: (number | undefined)[] = []
    const newcomers: (number | undefined)[] = []
    for (let killed = 0; killed < kills; killed++) {
      await sleep(1_000 + Math.random() * 1_000)
      await postgres.crash()
      const newcomer = follow(url, person)
      const [answers] = await Promise.all([
        Promise.all(nodes.map((node) => askWhileAway(node, person, asked))),
        sleep(AWAY_MS).then(() => postgres.start()),
      ])
      odd.push(...answers.flat())
      const places = [url, ...nodes.map((node) => node.url)]
      const isThere = until(() => newcomer.isConnected() && newcomer.snapshot() !== undefined, 3 * RECOVERED_MS)
      recoveries.push(...(await Promise.all(places.map((place) => untilWritten(place, person)))))
      newcomers.push(await isThere)
      newcomer.close()
    }
    const reborn = (await birthsOf(nodes)).filter((birth, index) => birth !== births[index])
    return [
      none('servers that ended', reborn),
      atLeast('refused with 503 while it was away', asked.answers.get('503') ?? 0, 10 * kills),
      none('answered otherwise, or not told when to come again', odd),
      inTime('the slowest of these answers', asked.longestMs, ANSWERED_MS),
      inTime('from its return to a write at each server and through the proxy', slowest(recoveries), RECOVERED_MS),
      inTime(
        'from its return until a device is connected that came while it was away',
        slowest(newcomers),
        RECOVERED_MS,
      ),
      ...(await load.judge()),
    ]
  })

/**
 * Reads and writes, one after another without waiting for the last, and both health checks. What comes shortly before
 * PostgreSQL returns may be answered as if nothing had been.
 */
async function askWhileAway(node: Part, person: Person, log: CallLog) {
  const { token } = person
  const answers: Promise<Answer>[] = []
  const [health, ready] = [healthOf(node, '/health'), healthOf(node, '/ready')]
  for (const end = performance.now() + AWAY_MS - ASK_EVERY_MS; performance.now() < end; await sleep(ASK_EVERY_MS)) {
    answers.push(attempt(node.url, { path: '/timer', token }, log))
    answers.push(attempt(node.url, { path: '/time-entries', body: minuteOf(person), token }, log))
  }
  const odd = (await Promise.all(answers)).filter(({ status, retryAfter }) => !isFit(status, retryAfter))
  return [
    ...odd.map(({ status, retryAfter }) => `${status}, Retry-After ${retryAfter}`),
    ...((await health) === 200 ? [] : [`/health → ${await health}`]),
    ...((await ready) === 503 ? [] : [`/ready → ${await ready}`]),
  ]
}

const isFit = (status: number | undefined, retryAfter: string | null) =>
  status === 200 || status === 201 || (status === 503 && retryAfter !== null)
