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

/** When the latest of these entries ended before the work began; its time is not counted again. */
export function endOfEarlierWork(entries: readonly { startTime: string; endTime: string | null }[], startedAt: number) {
  const ends = entries
    .filter(({ startTime }) => Date.parse(startTime) < startedAt)
    .map(({ endTime }) => (endTime === null ? 0 : Math.min(Date.parse(endTime), startedAt)))
  return Math.max(0, ...ends)
}
