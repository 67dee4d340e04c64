import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess } from '../scripts/topology/start-cluster.ts'
import { type Answer, type CallLog, callOnce, createCallLog } from './support/calls.ts'
import { atLeast, inTime, none, slowest } from './support/criteria.ts'
import { withCluster } from './support/drill.ts'
import { openFollower, waitUntil } from './support/follower.ts'
import { startLoad } from './support/load.ts'
import { readHealth, watchForRestarts } from './support/nodes.ts'
import { type Person, signUp } from './support/people.ts'
import { createMinuteEntry, waitUntilWritable } from './support/users-at-work.ts'

const DOWN_MS = 5_000
const CALL_INTERVAL_MS = 250
const MAX_ANSWER_MS = 10_000
const MAX_RECOVERY_MS = 10_000

/** Kills all processes of PostgreSQL while users work. */
export const drill = ({ full }: { full: boolean }) =>
  withCluster(async (cluster) => {
    const { url, nodes, postgres } = cluster
    const load = await startLoad(cluster)
    const [person] = (await signUp(url, 1, createCallLog())) as [Person]
    const findRestarted = await watchForRestarts(nodes)
    const kills = full ? 20 : 3
    const log = createCallLog()
    const unexpected: string[] = []
    const recoveries: (number | undefined)[] = []
    const newcomers: (number | undefined)[] = []
    for (let killed = 0; killed < kills; killed++) {
      await sleep(1_000 + Math.random() * 1_000)
      await postgres.crash()
      const newcomer = openFollower(url, person)
      const [answers] = await Promise.all([
        Promise.all(nodes.map((node) => callWhileDown(node, person, log))),
        sleep(DOWN_MS).then(() => postgres.start()),
      ])
      unexpected.push(...answers.flat())
      const urls = [url, ...nodes.map((node) => node.url)]
      const connectedIn = waitUntil(
        () => newcomer.isConnected() && newcomer.snapshot() !== undefined,
        3 * MAX_RECOVERY_MS,
      )
      recoveries.push(...(await Promise.all(urls.map((each) => waitUntilWritable(each, person)))))
      newcomers.push(await connectedIn)
      newcomer.close()
    }
    return [
      none('nodes that exited', await findRestarted()),
      atLeast('requests refused with 503 while it was down', log.answers.get('503') ?? 0, 10 * kills),
      none('other replies, or 503 without Retry-After', unexpected),
      inTime('the slowest of these replies', log.slowestMs, MAX_ANSWER_MS),
      inTime('from its return to a write at each node and through the proxy', slowest(recoveries), MAX_RECOVERY_MS),
      inTime(
        'from its return until a device that came while it was down is connected',
        slowest(newcomers),
        MAX_RECOVERY_MS,
      ),
      ...(await load.finish()),
    ]
  })

/** Sends reads, writes and health checks at a fixed rate. Requests shortly before PostgreSQL returns may succeed. */
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
  const unexpected = (await Promise.all(answers)).filter(({ status, retryAfter }) => !isExpected(status, retryAfter))
  return [
    ...unexpected.map(({ status, retryAfter }) => `${status}, Retry-After ${retryAfter}`),
    ...((await health) === 200 ? [] : [`/health → ${await health}`]),
    ...((await ready) === 503 ? [] : [`/ready → ${await ready}`]),
  ]
}

const isExpected = (status: number | undefined, retryAfter: string | null) =>
  status === 200 || status === 201 || (status === 503 && retryAfter !== null)
