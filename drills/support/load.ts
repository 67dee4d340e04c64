import type { ManagedProcess } from '../../scripts/topology/start-cluster.ts'
import { createCallLog, formatAnswers } from './calls.ts'
import { atLeast, type Criterion, inTime, none } from './criteria.ts'
import { compareWithStored, findHalfWritten, readStoredData, readRevisions } from './database.ts'
import { openFollower, type Follower, waitUntil, waitUntilFollowing } from './follower.ts'
import { signUp } from './people.ts'
import { findMovedTimers, startUntouchedTimer } from './untouched-timers.ts'
import { type History, keepReading, workByHand, workWithTimer } from './users-at-work.ts'

const DEVICES_EACH = 3
const MAX_CATCH_UP_MS = 5_000
const CATCH_UP_TIMEOUT_MS = 30_000
const MAX_ANSWER_MS = 10_000

interface LoadOptions {
  /** Work with the timer. */
  writers?: number
  /** Have a timer running that nobody touches. */
  watchers?: number
}

/** What people work on. */
export interface LoadedSite {
  url: string
  nodes: ManagedProcess[]
  dataLocation: string
}

/** People at work through the proxy, each with three devices. What they did is compared afterwards with what is there. */
export async function startLoad(cluster: LoadedSite, { writers = 20, watchers = 9 }: LoadOptions = {}) {
  const { url } = cluster
  const log = createCallLog()
  const end = new AbortController()
  const desk = { url, log, end: end.signal }
  const timerPeople = await signUp(url, writers, log)
  const handPeople = await signUp(url, Math.ceil(writers / 2), log)
  const watching = await signUp(url, watchers, log)
  const timers = await Promise.all(watching.map((person, index) => startUntouchedTimer(person, index, desk)))
  const followers = [...timerPeople, ...watching].flatMap((person) =>
    Array.from({ length: DEVICES_EACH }, () => openFollower(url, person)),
  )
  await waitUntilFollowing(followers)
  const work = [
    ...timerPeople.map((person) => workWithTimer(person, desk)),
    ...handPeople.map((person) => workByHand(person, desk)),
  ]
  const looking = watching.slice(0, 5).map((person) => keepReading(person, desk))

  const nodes = cluster.nodes.map((node) => node.url)

  return {
    log,
    followers,
    /** Where a timer that nobody touches is not as it was left. */
    findMovedTimers: () => findMovedTimers(timers, nodes, followers),
    /** Lets everybody come to an end, and judges what has become of their work; patient people mind no slow answers. */
    async finish({ isPatient = false } = {}): Promise<Criterion[]> {
      end.abort()
      const ended = await Promise.allSettled([...work, ...looking])
      const histories = ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
      const failures = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      const caughtUpIn = await waitUntilCaughtUp(cluster, followers)
      const moved = await findMovedTimers(timers, nodes, followers)
      for (const { close } of followers) close()
      return [
        ...(await checkStoredWork(cluster, histories)),
        none('people who got no further', failures),
        inTime('every device knows the latest of its timer', caughtUpIn, MAX_CATCH_UP_MS),
        none(`of ${timers.length} timers nobody touched, off by more than 1 s somewhere`, moved),
        none(`answers that nobody should get (${formatAnswers(log)})`, log.wrongAnswers),
        ...(isPatient ? [] : [inTime('the slowest answer', log.slowestMs, MAX_ANSWER_MS)]),
      ]
    },
  }
}

export type Load = Awaited<ReturnType<typeof startLoad>>

async function checkStoredWork(cluster: LoadedSite, histories: History[]) {
  const found = await readStoredData(cluster.dataLocation)
  const { lost, unasked, changed } = compareWithStored(histories, found)
  const acknowledged = histories.flatMap(({ entries }) => entries).length
  return [
    atLeast('time entries acknowledged', acknowledged, 100),
    none('acknowledged and lost', lost),
    none('there though nobody asked for it, or twice', unasked),
    none('there with other times', changed),
    none('half-written', findHalfWritten(found)),
  ]
}

async function waitUntilCaughtUp(cluster: LoadedSite, followers: readonly Follower[]) {
  return waitUntil(async () => {
    const revisions = await readRevisions(cluster.dataLocation)
    return followers.every(({ person, snapshot }) => snapshot()?.revision === revisions.get(person.id))
  }, CATCH_UP_TIMEOUT_MS)
}
