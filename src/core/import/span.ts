import { DAY_MS } from '#core/units.ts'
import type { createLocalTime, Shown } from './local-time.ts'
import type { Stamp } from './times.ts'
import type { FatalProblem } from './vocabulary.ts'

/** What a row says of when it was: moments as they are written, and how long. */
export interface Told {
  start: Stamp
  end: Stamp | undefined
  lengthMs: number | undefined
}

export interface Span {
  start: number
  end: number
  isSkipped: boolean
}

/**
 * From when to when. In an hour that clocks show twice, those moments count between which it lasted as long as the row
 * says. An end without a date that is before the start is on the next day.
 */
export function spanOf(told: Told, shownAt: ReturnType<typeof createLocalTime>): Span | FatalProblem {
  const start = momentsOf(told.start, shownAt)
  if (start === undefined) return 'no-start'
  const { lengthMs } = told
  const end = told.end && endOf(told.end, told, shownAt)
  if (end !== undefined) return closest(start, end, lengthMs)
  if (lengthMs === undefined) return 'no-end'
  if (lengthMs < 0) return 'bad-duration'
  return { start: start.moments[0]!, end: start.moments[0]! + lengthMs, isSkipped: start.isSkipped }
}

function momentsOf({ at, day, time }: Stamp, shownAt: ReturnType<typeof createLocalTime>): Shown | undefined {
  if (at !== undefined) return { moments: [at], isSkipped: false }
  return day === undefined || time === undefined ? undefined : shownAt(day * DAY_MS + time)
}

/** Undefined where there is no time in it. */
function endOf(end: Stamp, { start, lengthMs }: Told, shownAt: ReturnType<typeof createLocalTime>) {
  if (end.at !== undefined || end.day !== undefined) return momentsOf(end, shownAt)
  if (end.time === undefined || start.day === undefined || start.time === undefined) return undefined
  const days = daysBetween(end.time - start.time, lengthMs ?? 0)
  return shownAt((start.day + days) * DAY_MS + end.time)
}

/** How many midnights lie between two times of day: as few as there can be, or as many as make it last so long. */
function daysBetween(difference: number, lengthMs: number) {
  const fewest = difference < 0 ? 1 : 0
  return Math.max(fewest, Math.round((lengthMs - difference) / DAY_MS))
}

/** With nothing to compare them with, the first that are in their order. */
function closest(start: Shown, end: Shown, lengthMs: number | undefined): Span {
  const isSkipped = start.isSkipped || end.isSkipped
  let best: Span | undefined
  let leastMiss = Infinity
  for (const from of start.moments)
    for (const to of end.moments) {
      const miss = lengthMs === undefined ? Number(to < from) : Math.abs(to - from - lengthMs)
      if (miss >= leastMiss) continue
      leastMiss = miss
      best = { start: from, end: to, isSkipped }
    }
  return best!
}
