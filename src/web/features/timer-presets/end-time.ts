import { dateOf } from '#core/time/time-zone.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { currentZone } from '#web/i18n/formats.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatTime } from '#web/ui/display/format-time.ts'

/** The time of day in some minutes, with the weekday if that is another day. */
export function endTime(now: Date, minutes: number, language: string): { time: string; day?: string } {
  const end = now.getTime() + minutes * MINUTE_MS
  const [time, day] = [formatTime(end, language), dateOf(end, currentZone())]
  if (day === dateOf(now.getTime(), currentZone())) return { time }
  return { time, day: formatDate(day, language, { weekday: 'long' }) }
}
