import { type Segment, totalOf } from '#core/time/segments.ts'

/** Time entries lie between the years 2000 and 2100. */
export const MIN_TIME = Date.UTC(2000)
export const MAX_TIME = Date.UTC(2100)
/** 1,000 hours: a longer entry is a typing error. */
export const MAX_ENTRY_MS = 1_000 * 60 * 60_000

/** The time of an entry. The segments lie between start and end and add up to the duration. */
export interface WorkedTime {
  startedAt: number
  endedAt: number
  durationMs: number
  segments: readonly Segment[]
}

interface WorkedTimeChange {
  startedAt?: number | undefined
  endedAt?: number | undefined
  durationMs?: number | undefined
}

/** Work from start to end. If the duration is shorter, the times of the pauses are unknown and are put at the end. */
export function toWorkedTime(startedAt: number, endedAt: number, durationMs = endedAt - startedAt): WorkedTime {
  return { startedAt, endedAt, durationMs, segments: [[startedAt, startedAt + durationMs]] }
}

/** New times keep the pauses. A new duration removes them, and moves the end unless that is given too. */
export function changeWorkedTime(worked: WorkedTime, change: WorkedTimeChange): WorkedTime {
  const { startedAt = worked.startedAt, endedAt = worked.endedAt, durationMs = worked.durationMs } = change
  if (durationMs !== worked.durationMs)
    return toWorkedTime(startedAt, endedAt === worked.endedAt ? startedAt + durationMs : endedAt, durationMs)
  const segments = moveEdges(worked, startedAt, endedAt)
  return { startedAt, endedAt, durationMs: totalOf(segments), segments }
}

/** Cuts off segments outside of the new times. A segment at the old start or end is extended to the new one. */
function moveEdges({ startedAt, endedAt, segments }: WorkedTime, from: number, to: number): readonly Segment[] {
  const inside = segments
    .map(([start, end]): Segment => [Math.max(start, from), Math.min(end, to)])
    .filter(([start, end]) => end > start)
  if (inside.length === 0) return [[from, to]]
  const firstStart = segments[0]![0] === startedAt ? from : inside[0]![0]
  const lastEnd = segments.at(-1)![1] === endedAt ? to : inside.at(-1)![1]
  return inside.map(([start, end], index) => [
    index === 0 ? firstStart : start,
    index === inside.length - 1 ? lastEnd : end,
  ])
}
