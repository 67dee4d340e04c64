import { DAY_MS } from '#core/time/units.ts'
import type { createLocalTimeResolver, LocalTimeInstants } from './local-time.ts'
import type { PartialDateTime } from '#core/import/times.ts'
import type { FatalProblem } from '#core/import/import-model.ts'

/** Start, end and duration as a row states them. */
export interface WrittenTimes {
  start: PartialDateTime
  end: PartialDateTime | undefined
  lengthMs: number | undefined
}

export interface Span {
  start: number
  end: number
  /** The change of clocks that makes the span uncertain. */
  clockChange?: 'skipped-hour' | 'repeated-hour' | undefined
}

/**
 * Resolves start and end to instants. In an hour that clocks repeat, the instants that match the row's duration best are
 * used, or without a duration those that give the shortest time. An end without a date that is before the start is on the next day. A start in a skipped hour is never put after
 * its end.
 */
export function resolveSpan(
  written: WrittenTimes,
  resolveLocalTime: ReturnType<typeof createLocalTimeResolver>,
): Span | FatalProblem {
  const start = toInstants(written.start, resolveLocalTime)
  if (start === undefined) return 'no-start'
  const { lengthMs } = written
  const end = written.end && resolveEnd(written.end, written, resolveLocalTime)
  if (end !== undefined) return beginBeforeEnd(chooseClosest(start, end, lengthMs), start)
  if (lengthMs === undefined) return 'no-end'
  if (lengthMs < 0) return 'bad-duration'
  const [at] = start.instants
  return { start: at!, end: at! + lengthMs, clockChange: start.isSkipped ? 'skipped-hour' : undefined }
}

/** The span of a row that has a day, an end and a duration, but no start. Returns undefined if the end has no time. */
export function resolveFromEnd(
  { end, day, lengthMs }: { end: PartialDateTime; day: number; lengthMs: number },
  resolveLocalTime: ReturnType<typeof createLocalTimeResolver>,
): Span | undefined {
  const resolved = toInstants({ day, ...end }, resolveLocalTime)
  if (resolved === undefined) return undefined
  const [at] = resolved.instants
  return { start: at! - lengthMs, end: at!, clockChange: resolved.isSkipped ? 'skipped-hour' : undefined }
}

function toInstants(
  { at, day, time }: PartialDateTime,
  resolveLocalTime: ReturnType<typeof createLocalTimeResolver>,
): LocalTimeInstants | undefined {
  if (at !== undefined) return { instants: [at], isSkipped: false }
  return day === undefined || time === undefined ? undefined : resolveLocalTime(day * DAY_MS + time)
}

/** Returns undefined if the end has no time. */
function resolveEnd(
  end: PartialDateTime,
  { start, lengthMs }: WrittenTimes,
  resolveLocalTime: ReturnType<typeof createLocalTimeResolver>,
) {
  if (end.at !== undefined || end.day !== undefined) return toInstants(end, resolveLocalTime)
  if (end.time === undefined || start.day === undefined || start.time === undefined) return undefined
  const days = countMidnights(end.time - start.time, lengthMs ?? 0)
  return resolveLocalTime((start.day + days) * DAY_MS + end.time)
}

/** The number of midnights between two times of day: the fewest possible, or as many as the duration needs. */
function countMidnights(difference: number, lengthMs: number) {
  const fewest = difference < 0 ? 1 : 0
  return Math.max(fewest, Math.round((lengthMs - difference) / DAY_MS))
}

/** The pair closest to the duration; without a duration the shortest pair that does not end before it starts. */
function chooseClosest(start: LocalTimeInstants, end: LocalTimeInstants, lengthMs: number | undefined): Span {
  const pairs = start.instants.flatMap((from) => end.instants.map((to) => ({ start: from, end: to })))
  const errorOf = (pair: (typeof pairs)[number]) => {
    const length = pair.end - pair.start
    return lengthMs === undefined ? (length < 0 ? Infinity : length) : Math.abs(length - lengthMs)
  }
  const best = pairs.reduce((best, pair) => (errorOf(pair) < errorOf(best) ? pair : best))
  const isSkipped = start.isSkipped || end.isSkipped
  const isGuessed = lengthMs === undefined && pairs.length > 1
  return { ...best, clockChange: isSkipped ? 'skipped-hour' : isGuessed ? 'repeated-hour' : undefined }
}

const beginBeforeEnd = (span: Span, { earlier }: LocalTimeInstants): Span =>
  span.end < span.start && earlier !== undefined ? { ...span, start: earlier } : span
