import { MINUTE_MS } from '#core/time/units.ts'
import { type Segment, totalOf } from '#core/time/segments.ts'
import type { Target } from './goals.ts'

/** The work done in a day or a week. */
export interface Done {
  milliseconds: number
  /** Focus sessions that reached their planned end. */
  sessions: number
}

/** A day or a week with its target; null without one. */
export interface Progress extends Done {
  target: Target | null
}

export const isMet = (target: Target, { milliseconds, sessions }: Done) =>
  milliseconds >= target.minutes * MINUTE_MS && sessions >= target.sessions

/** The part of a target that is done, from 0 to 1: of its time, or of its sessions if it asks for no time. */
export function partDone({ minutes, sessions }: Target, done: Done) {
  return Math.min(1, minutes > 0 ? done.milliseconds / (minutes * MINUTE_MS) : done.sessions / sessions)
}

/** How often targets were met. `isLastOpen`: the last one may still be met, so it counts only if it was. */
export function countMet(all: readonly Progress[], isLastOpen: boolean) {
  const outcomes = outcomesOf(all)
  const counted = isLastOpen && outcomes.at(-1) === 'missed' ? outcomes.slice(0, -1) : outcomes
  return {
    met: counted.filter((outcome) => outcome === 'met').length,
    of: counted.filter((outcome) => outcome !== 'none').length,
  }
}

/**
 * The current and the longest row of days that met their targets. Days without a target neither count nor break it, and a
 * last day that is not over does not break it.
 */
export function goalStreak(days: readonly Progress[], isLastOpen: boolean) {
  let [current, longest] = [0, 0]
  const outcomes = outcomesOf(days)
  outcomes.forEach((outcome, index) => {
    if (outcome === 'met') current += 1
    else if (outcome === 'missed' && !(isLastOpen && index === outcomes.length - 1)) current = 0
    longest = Math.max(longest, current)
  })
  return { current, longest }
}

const outcomesOf = (all: readonly Progress[]) =>
  all.map(({ target, ...done }) => (target === null ? 'none' : isMet(target, done) ? 'met' : 'missed'))

/** The moment at which work, which is in order, reaches a duration; undefined if it does not. */
export function timeOfReaching(segments: readonly Segment[], milliseconds: number): number | undefined {
  let left = milliseconds
  for (const [start, end] of segments) {
    if (end - start >= left) return start + left
    left -= end - start
  }
  return undefined
}

interface Work {
  /** The work of the day, in order. */
  worked: readonly Segment[]
  /** The completed focus sessions of the day. */
  sessions: number
  /** The focus sessions that are still to come, in order. */
  planned: readonly Segment[]
}

interface GoalForecast {
  /** When all that the target asks for is done. Undefined if it will not be, or if the moment is not known. */
  metAt: number | undefined
  /** What even the planned work leaves to do. */
  missing: Done
}

/** When work meets the target of its day. Sessions that are over count, but when they ended is not known. */
export function forecastGoal(target: Target, { worked, sessions, planned }: Work): GoalForecast {
  const wanted = target.minutes * MINUTE_MS
  const all = [...worked, ...planned]
  const missing: Done = {
    milliseconds: Math.max(0, wanted - totalOf(all)),
    sessions: Math.max(0, target.sessions - sessions - planned.length),
  }
  if (missing.milliseconds > 0 || missing.sessions > 0) return { metAt: undefined, missing }
  const timeAt = wanted === 0 ? 0 : timeOfReaching(all, wanted)!
  const sessionsLeft = target.sessions - sessions
  const sessionsAt = planned[sessionsLeft - 1]?.[1] ?? 0
  const isMetBefore = target.sessions > 0 && sessionsLeft <= 0 && wanted <= totalOf(worked)
  return { metAt: isMetBefore ? undefined : Math.max(timeAt, sessionsAt), missing }
}
