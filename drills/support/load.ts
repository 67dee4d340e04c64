import type { Part } from '../../scripts/topology.ts'
import { openCallLog, tellAnswers } from './calls.ts'
import { atLeast, type Criterion, inTime, none } from './criteria.ts'
import { compare, findHalves, readAll, readRevisions } from './database.ts'
import { follow, type Follower, until, untilFollowing } from './follower.ts'
import { signUp } from './people.ts'
import { findMoved, startTimer } from './running.ts'
import { type History, look, workByHand, workWithTimer } from './work.ts'

const DEVICES_EACH = 3
const CATCH_UP_MS = 5_000
const LONGEST_WAIT_MS = 30_000
const LONGEST_ANSWER_MS = 10_000

interface Size {
  /** Work with the timer. */
  writers?: number
  /** Have a timer running that nobody touches. */
  watchers?: number
}

/** What people work on. */
export interface Ground {
  url: string
  nodes: Part[]
  data: string
}

/** People at work through the proxy, each with three devices. What they did is compared afterwards with what is there. */
export async function startLoad(cluster: Ground, { writers = 20, watchers = 9 }: Size = {}) {
  const { url } = cluster
  const log = openCallLog()
  const end = new AbortController()
  const desk = { url, log, end: end.signal }
  const timerPeople = await signUp(url, writers, log)
  const handPeople = await signUp(url, Math.ceil(writers / 2), log)
  const watching = await signUp(url, watchers, log)
  const timers = await Promise.all(watching.map((person, index) => startTimer(person, index, desk)))
  const followers = [...timerPeople, ...watching].flatMap((person) =>
    Array.from({ length: DEVICES_EACH }, () => follow(url, person)),
  )
  await untilFollowing(followers)
  const work = [
    ...timerPeople.map((person) => workWithTimer(person, desk)),
    ...handPeople.map((person) => workByHand(person, desk)),
  ]
  const looking = watching.slice(0, 5).map((person) => look(person, desk))

  const nodes = cluster.nodes.map((node) => node.url)

  return {
    log,
    followers,
    /** Where a timer that nobody touches is not as it was left. */
    findMoved: () => findMoved(timers, nodes, followers),
    /** Lets everybody come to an end, and judges what has become of their work; patient people mind no slow answers. */
    async judge({ isPatient = false } = {}): Promise<Criterion[]> {
      end.abort()
      const ended = await Promise.allSettled([...work, ...looking])
      const histories = ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
      const failures = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      const caughtUpIn = await untilCaughtUp(cluster, followers)
      const moved = await findMoved(timers, nodes, followers)
      for (const { close } of followers) close()
      return [
        ...(await judgeWork(cluster, histories)),
        none('people who got no further', failures),
        inTime('every device knows the latest of its timer', caughtUpIn, CATCH_UP_MS),
        none(`of ${timers.length} timers nobody touched, off by more than 1 s somewhere`, moved),
        none(`answers that nobody should get (${tellAnswers(log)})`, log.mistakes),
        ...(isPatient ? [] : [inTime('the slowest answer', log.longestMs, LONGEST_ANSWER_MS)]),
      ]
    },
  }
}

export type Load = Awaited<ReturnType<typeof startLoad>>

async function judgeWork(cluster: Ground, histories: History[]) {
  const found = await readAll(cluster.data)
  const { lost, unasked, changed } = compare(histories, found)
  const acknowledged = histories.flatMap(({ entries }) => entries).length
  return [
    atLeast('time entries acknowledged', acknowledged, 100),
    none('acknowledged and lost', lost),
    none('there though nobody asked for it, or twice', unasked),
    none('there with other times', changed),
    none('half-written', findHalves(found)),
  ]
}

async function untilCaughtUp(cluster: Ground, followers: readonly Follower[]) {
  return until(async () => {
    const revisions = await readRevisions(cluster.data)
    return followers.every(({ person, snapshot }) => snapshot()?.revision === revisions.get(person.id))
  }, LONGEST_WAIT_MS)
}
