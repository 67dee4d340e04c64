import { shiftDate } from '#core/time/calendar-dates.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { currentZone } from '#web/i18n/formats.ts'

const YEARS = 10

/** The last full weeks and the current one. The range may begin within an earlier week. */
export function lastWeeks(count: number) {
  const zone = currentZone()
  const to = dateOf(Date.now(), zone)
  return { from: shiftDate(to, 1 - 7 * count), to, zone }
}

/** Almost the longest range of a report. Whole years, so that the reply is cached for long. */
export function lastYears() {
  const zone = currentZone()
  const year = Number(dateOf(Date.now(), zone).slice(0, 4))
  return { from: `${year - YEARS}-01-01`, to: `${year}-12-31`, zone }
}
