import type { TimerSnapshot } from '#contract/timer.ts'
import { timerStateAt } from '#core/timer/replay.ts'
import { elapsedAt } from '#core/timer/state.ts'
import { HOUR_MS } from '../../src/core/time/units.ts'
import { type CallLog, callOnce } from './calls.ts'
import type { Follower } from './follower.ts'
import type { Person } from './people.ts'
import { createDevice } from './users-at-work.ts'

const TOLERANCE_MS = 1_000

/** A timer that gets no command after it was started, or paused. */
export interface UntouchedTimer {
  person: Person
  runId: string
  status: 'running' | 'paused'
  elapsedBy: (now: number) => number
}

/** Starts a timer with an end in three hours, a stopwatch, or a timer that is paused at once, depending on the index. */
export async function startUntouchedTimer(
  person: Person,
  index: number,
  options: { url: string; log: CallLog },
): Promise<UntouchedTimer> {
  const clock = { now: Date.now() }
  const device = createDevice(person, clock, options)
  const startedAt = clock.now
  const config = { workMs: 3 * HOUR_MS, breakMs: 0, repetitions: 2 }
  const { event } = device.start(person.project, { config, isInfinite: index % 3 === 1 })
  await device.send()
  const isPaused = index % 3 === 2
  if (isPaused) {
    clock.now = Date.now()
    device.act({ type: 'pause' })
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

/** Compares each timer with its expected state on every node and on every device that follows it. */
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

/** Replays a snapshot up to the present, by the clock of the node or device, and describes the difference. */
function describeDifference(
  timer: UntouchedTimer,
  snapshot: TimerSnapshot | undefined,
  at: { where: string; now: number },
) {
  const { where, now } = at
  if (snapshot === undefined) return [`${where} has no timer`]
  const view = timerStateAt({ revision: 0, runs: snapshot.run ? [snapshot.run] : [], sequences: {} }, now)
  if (view.runId !== timer.runId || view.status !== timer.status)
    return [`${where} shows ${view.status} instead of ${timer.status}`]
  const difference = elapsedAt(view, now) - timer.elapsedBy(Date.now())
  return Math.abs(difference) > TOLERANCE_MS ? [`${where} is ${difference} ms ahead`] : []
}
