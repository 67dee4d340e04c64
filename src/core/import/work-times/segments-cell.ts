import { readDateTime } from '#core/import/times.ts'
import type { Segment } from '#core/time/segments.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { createLocalTimeResolver } from './local-time.ts'

const MAX_SEGMENTS = 1_000

/** Reads ISO 8601 intervals, `start/end; start/end`, in order. Returns undefined if they are none. */
export function readSegments(
  text: string,
  resolveLocalTime: ReturnType<typeof createLocalTimeResolver>,
): Segment[] | undefined {
  const instantOf = (time: string) => {
    const { at, day, time: clock } = readDateTime(time, 'day-first') ?? {}
    if (at !== undefined || day === undefined || clock === undefined) return at ?? Number.NaN
    return resolveLocalTime(day * DAY_MS + clock).instants[0]!
  }
  const intervals = text.split(';', MAX_SEGMENTS + 1).map((interval) => interval.trim().split('/'))
  const segments = intervals.map(([start = '', end = '']): Segment => [instantOf(start), instantOf(end)])
  const isValid = segments.every(
    ([start, end], index) => end > start && start >= (segments[index - 1]?.[1] ?? -Infinity),
  )
  return isValid && intervals.every(({ length }) => length === 2) && segments.length <= MAX_SEGMENTS
    ? segments
    : undefined
}
