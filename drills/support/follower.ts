import { setTimeout as sleep } from 'node:timers/promises'
import type { TimerSnapshot } from '#contract/timer.ts'
import { createClock } from '#web/features/timer/clock/clock.ts'
import { openConnection } from '#web/features/timer/connection/connection.ts'
import { callOnce } from './calls.ts'
import type { Person } from './people.ts'

const CONNECT_TIMEOUT_MS = 30_000

/** A device that follows its user's timer over the web app's own connection. */
export interface Follower {
  person: Person
  /** The latest that it knows. */
  snapshot: () => TimerSnapshot | undefined
  isConnected: () => boolean
  /** What it takes for the server's time, and how it asks for that. */
  now: () => number
  probeClock: () => Promise<void>
  /** How long it took, each time, from losing the connection to knowing the timer again. */
  reconnects: number[]
  /** When it first knew of a revision, or of a later one. */
  receivedAt: (revision: number) => number | undefined
  close: () => void
}

export function openFollower(url: string, person: Person): Follower {
  const clock = createClock()
  const reconnects: number[] = []
  const news: { revision: number; at: number }[] = []
  let snapshot: TimerSnapshot | undefined
  let lostAt: number | undefined

  /** What is older than known is ignored. */
  function take(given: TimerSnapshot) {
    if (snapshot !== undefined && given.revision < snapshot.revision) return
    if (snapshot?.revision !== given.revision) news.push({ revision: given.revision, at: performance.now() })
    snapshot = given
  }

  /** As the web app does: over the connection, else by a call. */
  async function catchUp() {
    const given =
      (await connection.requestSync()) ?? (await callOnce(url, { path: '/timer', token: person.token })).data
    if (given === undefined) return
    take(given)
    if (lostAt !== undefined && connection.isConnected()) {
      reconnects.push(performance.now() - lostAt)
      lostAt = undefined
    }
  }

  const connection = openConnection({
    url,
    clock,
    auth: () => ({ token: person.token, proto: 2 }),
    onSnapshot: take,
    currentMessage: () => undefined,
    onRevoked: () => {},
    onConnected(isConnected) {
      if (isConnected) void catchUp()
      else lostAt ??= performance.now()
    },
    checkSession: () => {},
  })

  return {
    person,
    snapshot: () => snapshot,
    isConnected: connection.isConnected,
    now: clock.now,
    probeClock: connection.probeRepeatedly,
    reconnects,
    receivedAt: (wanted) => news.find(({ revision }) => revision >= wanted)?.at,
    close: connection.close,
  }
}

/** Waits until all are connected and know of their timers. */
export async function waitUntilFollowing(followers: readonly Follower[]) {
  const isThere = ({ isConnected, snapshot }: Follower) => isConnected() && snapshot() !== undefined
  if (!(await waitUntil(() => followers.every(isThere), CONNECT_TIMEOUT_MS)))
    throw new Error(`${followers.filter((follower) => !isThere(follower)).length} devices could not connect`)
}

/** How long it took until something was so; undefined: it never was. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, patienceMs: number) {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > patienceMs) return undefined
    await sleep(20)
  }
  return performance.now() - startedAt
}
