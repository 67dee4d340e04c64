import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import type { FileFormat, FormatEntry } from './format.ts'
import { isoOfMilliseconds } from './iso-times.ts'
import { fieldOf, isRecord, listOf, numberOf, textOf, valuesOf } from './read-value.ts'

/** A longer pause ends a suggestion. */
const MAX_PAUSE_MS = 10 * MINUTE_MS
/** Shorter pauses are not worth a segment of their own. */
const MIN_PAUSE_MS = MINUTE_MS
/** Shorter suggestions are noise. */
const MIN_WORK_MS = 5 * MINUTE_MS
const MAX_APPS = 5

/**
 * Exported buckets. The app records windows, not work, so entries are suggestions: an entry is a time at the computer
 * with pauses of up to ten minutes, and its notes are the apps that were used longest. Time away from the keyboard does
 * not count.
 */
export const ACTIVITYWATCH: FileFormat<unknown> = {
  name: 'activitywatch',
  fields: ['start', 'end', 'milliseconds', 'notes', 'segments'],
  isSuggestion: true,
  recognizes: (file) => valuesOf(fieldOf(file, 'buckets')).some((bucket) => Array.isArray(fieldOf(bucket, 'events'))),
  *read(file) {
    const buckets = valuesOf(fieldOf(file, 'buckets'))
    let line = 0
    for (const host of new Set(buckets.map((bucket) => textOf(fieldOf(bucket, 'hostname')))))
      for (const block of findBlocks(buckets.filter((bucket) => textOf(fieldOf(bucket, 'hostname')) === host)))
        yield toEntry(block, (line += 1))
  },
}

interface Activity {
  start: number
  end: number
  app: string
}

function findBlocks(buckets: readonly unknown[]): Activity[][] {
  const windows = readActivities(buckets, 'currentwindow', (data) => textOf(fieldOf(data, 'app')))
  const present = readActivities(buckets, 'afkstatus', (data) =>
    fieldOf(data, 'status') === 'not-afk' ? '' : undefined,
  )
  const hasPresence = buckets.some((bucket) => fieldOf(bucket, 'type') === 'afkstatus')
  const active = windows.length === 0 ? present : hasPresence ? intersect(windows, present) : windows
  const blocks: Activity[][] = []
  let endOfLast = -Infinity
  for (const activity of active) {
    if (activity.start - endOfLast > MAX_PAUSE_MS) blocks.push([])
    blocks.at(-1)!.push(activity)
    endOfLast = Math.max(endOfLast, activity.end)
  }
  return blocks.filter((block) => sumOf(toSegments(block)) >= MIN_WORK_MS)
}

/** The events of one type in order. Those whose app is undefined do not count. */
function readActivities(buckets: readonly unknown[], type: string, appOf: (data: unknown) => string | undefined) {
  const activities: Activity[] = []
  for (const bucket of buckets) {
    if (fieldOf(bucket, 'type') !== type) continue
    for (const event of listOf(fieldOf(bucket, 'events'))) {
      const start = Date.parse(textOf(fieldOf(event, 'timestamp')))
      const end = start + (numberOf(fieldOf(event, 'duration')) ?? 0) * SECOND_MS
      const app = isRecord(event) ? appOf(fieldOf(event, 'data')) : undefined
      if (app !== undefined && end > start) activities.push({ start, end, app })
    }
  }
  return activities.toSorted((a, b) => a.start - b.start)
}

/** The parts of activities during which the user was present. Both lists are in order. */
function intersect(activities: readonly Activity[], present: readonly Activity[]) {
  const times = toSegments(present, 0)
  const parts: Activity[] = []
  let from = 0
  for (const activity of activities) {
    while (from < times.length && times[from]![1] <= activity.start) from += 1
    for (let at = from; at < times.length && times[at]![0] < activity.end; at += 1) {
      const [start, end] = [Math.max(activity.start, times[at]![0]), Math.min(activity.end, times[at]![1])]
      if (end > start) parts.push({ ...activity, start, end })
    }
  }
  return parts
}

type Segment = [start: number, end: number]

/** The union of activities in order, without short pauses. */
function toSegments(activities: readonly Activity[], shortestPause = MIN_PAUSE_MS): Segment[] {
  const segments: Segment[] = []
  for (const { start, end } of activities) {
    const last = segments.at(-1)
    if (last !== undefined && start - last[1] <= shortestPause) last[1] = Math.max(last[1], end)
    else segments.push([start, end])
  }
  return segments
}

const sumOf = (segments: readonly Segment[]) => segments.reduce((sum, [start, end]) => sum + end - start, 0)

function toEntry(block: readonly Activity[], line: number): FormatEntry {
  const segments = toSegments(block)
  return {
    line,
    start: isoOfMilliseconds(segments[0]![0]),
    end: isoOfMilliseconds(segments.at(-1)![1]),
    milliseconds: sumOf(segments),
    notes: describeApps(block),
    segments:
      segments.length === 1
        ? []
        : segments.map(([start, end]) => [isoOfMilliseconds(start), isoOfMilliseconds(end)] as const),
  }
}

/** `Editor 1:10, Browser 0:20`. */
function describeApps(block: readonly Activity[]) {
  const times = new Map<string, number>()
  for (const { app, start, end } of block) if (app !== '') times.set(app, (times.get(app) ?? 0) + end - start)
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_APPS)
    .map(([app, time]) => `${app} ${formatHours(time)}`)
    .join(', ')
}

const formatHours = (time: number) =>
  `${Math.floor(time / HOUR_MS)}:${String(Math.floor((time % HOUR_MS) / MINUTE_MS)).padStart(2, '0')}`
