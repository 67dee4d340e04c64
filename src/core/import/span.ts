import { DAY_MS } from '#core/time/units.ts'
import type { createLocalTimeResolver, LocalTimeInstants } from './local-time.ts'
import type { PartialDateTime } from './times.ts'
import type { FatalProblem } from './import-model.ts'

/** What a row says of when it was: moments as they are written, and how long. */
export interface WrittenTimes {
  start: PartialDateTime
  end: PartialDateTime | undefined
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
export function resolveSpan(
  told: WrittenTimes,
  shownAt: ReturnType<typeof createLocalTimeResolver>,
): Span | FatalProblem {
  const start = toInstants(told.start, shownAt)
  if (start === undefined) return 'no-start'
  const { lengthMs } = told
  const end = told.end && resolveEnd(told.end, told, shownAt)
  if (end !== undefined) return chooseClosest(start, end, lengthMs)
  if (lengthMs === undefined) return 'no-end'
  if (lengthMs < 0) return 'bad-duration'
  return { start: start.instants[0]!, end: start.instants[0]! + lengthMs, isSkipped: start.isSkipped }
}

function toInstants(
  { at, day, time }: PartialDateTime,
  shownAt: ReturnType<typeof createLocalTimeResolver>,
): LocalTimeInstants | undefined {
  if (at !== undefined) return { instants: [at], isSkipped: false }
  return day === undefined || time === undefined ? undefined : shownAt(day * DAY_MS + time)
}

/** Undefined where there is no time in it. */
function resolveEnd(
  end: PartialDateTime,
  { start, lengthMs }: WrittenTimes,
  shownAt: ReturnType<typeof createLocalTimeResolver>,
) {
  if (end.at !== undefined || end.day !== undefined) return toInstants(end, shownAt)
  if (end.time === undefined || start.day === undefined || start.time === undefined) return undefined
  const days = countMidnights(end.time - start.time, lengthMs ?? 0)
  return shownAt((start.day + days) * DAY_MS + end.time)
}

/** How many midnights lie between two times of day: as few as there can be, or as many as make it last so long. */
function countMidnights(difference: number, lengthMs: number) {
  const fewest = difference < 0 ? 1 : 0
  return Math.max(fewest, Math.round((lengthMs - difference) / DAY_MS))
}

/** With nothing to compare them with, the first that are in their order. */
function chooseClosest(start: LocalTimeInstants, end: LocalTimeInstants, lengthMs: number | undefined): Span {
  const isSkipped = start.isSkipped || end.isSkipped
  let best: Span | undefined
  let leastMiss = Infinity
  for (const from of start.instants)
    for (const to of end.instants) {
      const miss = lengthMs === undefined ? Number(to < from) : Math.abs(to - from - lengthMs)
      if (miss >= leastMiss) continue
      leastMiss = miss
      best = { start: from, end: to, isSkipped }
    }
  return best!
}
