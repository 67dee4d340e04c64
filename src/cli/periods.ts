import type { ResolvedFormats } from '#client/catalogue.ts'
import { readDay, readPeriod } from '#core/command-line/read-day.ts'
import { firstWeekday } from '#core/formats.ts'
import { dateOf } from '#core/time/time-zone.ts'
import { UsageError } from './errors.ts'

/** The period that a user means, in the time zone and the week of the account. */
export function requirePeriod(typed: string, formats: ResolvedFormats, now: number) {
  const calendar = { today: dateOf(now, formats.zone), dateOrder: formats.dateOrder, weekStart: firstWeekday(formats) }
  const period = readPeriod(typed, calendar)
  if (period === undefined) throw new UsageError('error.period', { value: typed })
  return period
}

export function requireDay(typed: string, formats: ResolvedFormats, now: number) {
  const day = readDay(typed, { today: dateOf(now, formats.zone), dateOrder: formats.dateOrder })
  if (day === undefined) throw new UsageError('error.day', { value: typed })
  return day
}
