import type { ManagedProcess } from '../../scripts/topology/start-cluster.ts'
import { createCallLog, formatAnswers } from './calls.ts'
import { atLeast, type Criterion, inTime, none } from './criteria.ts'
import { compareWithStored, findHalfWritten, readRevisions, readStoredData } from './database.ts'
import { type Follower, openFollower, waitUntil, waitUntilFollowing } from './follower.ts'
import { signUp } from './people.ts'
import { findMovedTimers, startUntouchedTimer } from './untouched-timers.ts'
import { type History, keepReading, workByHand, workWithTimer } from './users-at-work.ts'

const DEVICES_EACH = 3
const MAX_CATCH_UP_MS = 5_000
const CATCH_UP_TIMEOUT_MS = 30_000
const MAX_ANSWER_MS = 10_000

interface LoadOptions {
  /** Users who work with the timer. */
  writers?: number
  /** Users whose timer runs without commands. */
  watchers?: number
}

export interface LoadedSite {
  url: string
  nodes: ManagedProcess[]
  dataLocation: string
}

/** Users at work through the proxy, with three devices each. `finish` compares their work with the database. */
export async function startLoad(cluster: LoadedSite, { writers = 20, watchers = 9 }: LoadOptions = {}) {
  const { url } = cluster
  const log = createCallLog()
  const end = new AbortController()
  const options = { url, log, end: end.signal }
  const timerPeople = await signUp(url, writers, log)
  const handPeople = await signUp(url, Math.ceil(writers / 2), log)
  const watching = await signUp(url, watchers, log)
  const timers = await Promise.all(watching.map((person, index) => startUntouchedTimer(person, index, options)))
  const followers = [...timerPeople, ...watching].flatMap((person) =>
    Array.from({ length: DEVICES_EACH }, () => openFollower(url, person)),
  )
  await waitUntilFollowing(followers)
  const work = [
    ...timerPeople.map((person) => workWithTimer(person, options)),
    ...handPeople.map((person) => workByHand(person, options)),
  ]
  const reading = watching.slice(0, 5).map((person) => keepReading(person, options))

  const nodes = cluster.nodes.map((node) => node.url)

  return {
    log,
    followers,
    /** Timers without commands that show a wrong time. */
    findMovedTimers: () => findMovedTimers(timers, nodes, followers),
    /** Stops all users and checks their work. `isPatient` skips the limit for the slowest reply. */
    async finish({ isPatient = false } = {}): Promise<Criterion[]> {
      end.abort()
      const ended = await Promise.allSettled([...work, ...reading])
      const histories = ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
      const failures = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      const caughtUpIn = await waitUntilCaughtUp(cluster, followers)
      const moved = await findMovedTimers(timers, nodes, followers)
      for (const { close } of followers) close()
      return [
        ...(await checkStoredWork(cluster, histories)),
        none('users who failed', failures),
        inTime('until every device has the latest revision of its timer', caughtUpIn, MAX_CATCH_UP_MS),
        none(`of ${timers.length} timers without commands, off by more than 1 s on a node or device`, moved),
        none(`wrong replies (${formatAnswers(log)})`, log.wrongAnswers),
        ...(isPatient ? [] : [inTime('the slowest reply', log.slowestMs, MAX_ANSWER_MS)]),
      ]
    },
  }
}

export type Load = Awaited<ReturnType<typeof startLoad>>

async function checkStoredWork(cluster: LoadedSite, histories: History[]) {
  const stored = await readStoredData(cluster.dataLocation)
  const { lost, unrequested, changed } = compareWithStored(histories, stored)
  const acknowledged = histories.flatMap(({ entries }) => entries).length
  return [
    atLeast('time entries acknowledged', acknowledged, 100),
    none('acknowledged and lost', lost),
    none('stored twice, or without a request', unrequested),
    none('stored with other times', changed),
    none('half-written', findHalfWritten(stored)),
  ]
}

async function waitUntilCaughtUp(cluster: LoadedSite, followers: readonly Follower[]) {
  return waitUntil(async () => {
    const revisions = await readRevisions(cluster.dataLocation)
    return followers.every(({ person, snapshot }) => snapshot()?.revision === revisions.get(person.id))
  }, CATCH_UP_TIMEOUT_MS)
}
