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
  /** The latest snapshot that it has received. */
  snapshot: () => TimerSnapshot | undefined
  isConnected: () => boolean
  /** Its estimate of the server's time. */
  now: () => number
  probeClock: () => Promise<void>
  /** Milliseconds from losing each connection to having the timer again. */
  reconnects: number[]
  /** When it first received this revision or a later one. */
  receivedAt: (revision: number) => number | undefined
  close: () => void
}

export function openFollower(url: string, person: Person): Follower {
  const clock = createClock()
  const reconnects: number[] = []
  const received: { revision: number; at: number }[] = []
  let snapshot: TimerSnapshot | undefined
  let lostAt: number | undefined

  /** Ignores a snapshot older than the current one. */
  function receive(next: TimerSnapshot) {
    if (snapshot !== undefined && next.revision < snapshot.revision) return
    if (snapshot?.revision !== next.revision) received.push({ revision: next.revision, at: performance.now() })
    snapshot = next
  }

  /** Reads the timer over the socket or else over HTTP, like the web app. */
  async function catchUp() {
    const next = (await connection.requestSync()) ?? (await callOnce(url, { path: '/timer', token: person.token })).data
    if (next === undefined) return
    receive(next)
    if (lostAt !== undefined && connection.isConnected()) {
      reconnects.push(performance.now() - lostAt)
      lostAt = undefined
    }
  }

  const connection = openConnection({
    url,
    clock,
    auth: () => ({ token: person.token, proto: 2 }),
    onSnapshot: receive,
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
    receivedAt: (wanted) => received.find(({ revision }) => revision >= wanted)?.at,
    close: connection.close,
  }
}

/** Waits until all are connected and have a snapshot. */
export async function waitUntilFollowing(followers: readonly Follower[]) {
  const isFollowing = ({ isConnected, snapshot }: Follower) => isConnected() && snapshot() !== undefined
  if (!(await waitUntil(() => followers.every(isFollowing), CONNECT_TIMEOUT_MS)))
    throw new Error(`${followers.filter((follower) => !isFollowing(follower)).length} devices could not connect`)
}

/** Returns the milliseconds until a condition was met; undefined if that took longer than the timeout. */
export async function waitUntil(isMet: () => boolean | Promise<boolean>, timeoutMs: number) {
  const startedAt = performance.now()
  while (!(await isMet())) {
    if (performance.now() - startedAt > timeoutMs) return undefined
    await sleep(20)
  }
  return performance.now() - startedAt
}
