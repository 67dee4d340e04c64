import { MINUTE_MS } from '#core/time/units.ts'

/** The time of day in some minutes, with the weekday if that is another day. */
export function endTime(now: Date, minutes: number, locale: string): { time: string; day?: string } {
  const end = new Date(now.getTime() + minutes * MINUTE_MS)
  const time = end.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  if (end.toDateString() === now.toDateString()) return { time }
  return { time, day: end.toLocaleDateString(locale, { weekday: 'long' }) }
}
