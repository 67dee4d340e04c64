import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { type Answer, callOnce, type CallLog, createCallLog } from './support/calls.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { openFollower, waitUntil } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { readStartTimes, readHealth } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const DOWN_MS = 5_000
const CALL_INTERVAL_MS = 250
const MAX_ANSWER_MS = 10_000
const MAX_RECOVERY_MS = 10_000

/** Kills the whole PostgreSQL, as a power cut would, while people work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { url, nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const [person] = (await signUp(url, 1, createCallLog())) as [Person]
    const births = await readStartTimes(nodes)
    const kills = full ? 20 : 3
    const asked = createCallLog()
    const odd: string[] = []
    const recoveries: (number | undefined)[] = []
    const newcomers: (number | undefined)[] = []
    for (let killed = 0; killed < kills; killed++) {
      await sleep(1_000 + Math.random() * 1_000)
      await postgres.crash()
      const newcomer = openFollower(url, person)
      const [answers] = await Promise.all([
        Promise.all(nodes.map((node) => callWhileDown(node, person, asked))),
        sleep(DOWN_MS).then(() => postgres.start()),
      ])
      odd.push(...answers.flat())
      const places = [url, ...nodes.map((node) => node.url)]
      const isThere = waitUntil(() => newcomer.isConnected() && newcomer.snapshot() !== undefined, 3 * MAX_RECOVERY_MS)
      recoveries.push(...(await Promise.all(places.map((place) => waitUntilWritable(place, person)))))
      newcomers.push(await isThere)
      newcomer.close()
    }
    const reborn = (await readStartTimes(nodes)).filter((birth, index) => birth !== births[index])
    return [
      none('servers that ended', reborn),
      atLeast('refused with 503 while it was away', asked.answers.get('503') ?? 0, 10 * kills),
      none('answered otherwise, or not told when to come again', odd),
      inTime('the slowest of these answers', asked.slowestMs, MAX_ANSWER_MS),
      inTime('from its return to a write at each server and through the proxy', slowest(recoveries), MAX_RECOVERY_MS),
      inTime(
        'from its return until a device is connected that came while it was away',
        slowest(newcomers),
        MAX_RECOVERY_MS,
      ),
      ...(await load.finish()),
    ]
  })

/**
 * Reads and writes, one after another without waiting for the last, and both health checks. What comes shortly before
 * PostgreSQL returns may be answered as if nothing had been.
 */
async function callWhileDown(node: ManagedProcess, person: Person, log: CallLog) {
  const { token } = person
  const answers: Promise<Answer>[] = []
  const [health, ready] = [readHealth(node, '/health'), readHealth(node, '/ready')]
  for (
    const end = performance.now() + DOWN_MS - CALL_INTERVAL_MS;
    performance.now() < end;
    await sleep(CALL_INTERVAL_MS)
  ) {
    answers.push(callOnce(node.url, { path: '/timer', token }, log))
    answers.push(callOnce(node.url, { path: '/time-entries', body: createMinuteEntry(person), token }, log))
  }
  const odd = (await Promise.all(answers)).filter(({ status, retryAfter }) => !isExpected(status, retryAfter))
  return [
    ...odd.map(({ status, retryAfter }) => `${status}, Retry-After ${retryAfter}`),
    ...((await health) === 200 ? [] : [`/health → ${await health}`]),
    ...((await ready) === 503 ? [] : [`/ready → ${await ready}`]),
  ]
}

const isExpected = (status: number | undefined, retryAfter: string | null) =>
  status === 200 || status === 201 || (status === 503 && retryAfter !== null)
