import type { TimerSnapshot } from '#contract/timer.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt } from '#core/timer/state.ts'
import { HOUR_MS } from '../../src/core/time/units.ts'
import { callOnce, type CallLog } from './calls.ts'
import type { Follower } from './follower.ts'
import type { Person } from './people.ts'
import { createDevice } from './users-at-work.ts'

const TOLERANCE_MS = 1_000

/** A timer that somebody has started, and does not touch again. */
export interface UntouchedTimer {
  person: Person
  runId: string
  status: 'running' | 'paused'
  elapsedBy: (now: number) => number
}

/** Starts a timer now: one with an end that is far off, one without, or one that is paused at once. */
export async function startUntouchedTimer(
  person: Person,
  index: number,
  desk: { url: string; log: CallLog },
): Promise<UntouchedTimer> {
  const clock = { now: Date.now() }
  const device = createDevice(person, clock, desk)
  const startedAt = clock.now
  const config = { workMs: 3 * HOUR_MS, breakMs: 0, repetitions: 2 }
  const { event } = device.start(person.project, { config, isInfinite: index % 3 === 1 })
  await device.send()
  const isPaused = index % 3 === 2
  if (isPaused) {
    clock.now = Date.now()
    device.press({ type: 'pause' })
    await device.send()
  }
  const pausedAt = clock.now
  return {
    person,
    runId: event.runId,
    status: isPaused ? 'paused' : 'running',
    elapsedBy: (now) => (isPaused ? pausedAt : now) - startedAt,
  }
}

/** Where a timer is not as it was left: asked of every server, and of every device that follows it. */
export async function findMovedTimers(
  timers: readonly UntouchedTimer[],
  urls: readonly string[],
  followers: readonly Follower[],
) {
  const moved: string[] = []
  for (const timer of timers) {
    for (const url of urls) {
      const { data } = await callOnce(url, { path: '/timer', token: timer.person.token })
      moved.push(...describeDifference(timer, data, { where: url, now: (data as TimerSnapshot | undefined)?.now ?? 0 }))
    }
    for (const follower of followers)
      if (follower.person === timer.person)
        moved.push(...describeDifference(timer, follower.snapshot(), { where: 'a device', now: follower.now() }))
  }
  return moved
}

/** What is shown is reckoned from a snapshot, up to what is taken for the present. */
function describeDifference(
  timer: UntouchedTimer,
  snapshot: TimerSnapshot | undefined,
  at: { where: string; now: number },
) {
  const { where, now } = at
  if (snapshot === undefined) return [`${where} knows of no timer`]
  const view = timerStateAt({ revision: 0, runs: snapshot.run ? [snapshot.run] : [], sequences: {} }, now)
  if (view.runId !== timer.runId || view.status !== timer.status)
    return [`${where} shows ${view.status} instead of ${timer.status}`]
  const difference = elapsedAt(view, now) - timer.elapsedBy(Date.now())
  return Math.abs(difference) > TOLERANCE_MS ? [`${where} is ${difference} ms ahead`] : []
}
