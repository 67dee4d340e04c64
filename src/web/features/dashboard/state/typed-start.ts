/** The time of day of a moment, as a time field wants it: "09:05". */
export function toClockText(at: number) {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The last moment up to `now` with a time of day. Work that began before midnight has a later one. */
export function resolveStart(clock: string, now: number) {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const today = new Date(now).setHours(hour, minute, 0, 0)
  if (today <= now) return today
  const date = new Date(today)
  return date.setDate(date.getDate() - 1)
}

interface EarlierEntry {
  project: string
  startTime: string
  endTime: string | null
}

/** The latest end of the entries that began before the work, and its project; their time is not counted again. */
export function findEarlierWork(entries: readonly EarlierEntry[], startedAt: number) {
  const earlier = entries.flatMap(({ project, startTime, endTime }) =>
    endTime === null || Date.parse(startTime) >= startedAt
      ? []
      : [{ project, end: Math.min(Date.parse(endTime), startedAt) }],
  )
  return earlier.toSorted((a, b) => b.end - a.end)[0]
}
