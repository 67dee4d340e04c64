import { shiftDate } from '#core/time/calendar-dates.ts'

/** A range of dates, both included. */
export interface DayRange {
  from: string
  to: string
}

export const NAMED_RANGES = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

/** Weeks begin on Monday. */
export function resolveRange(name: (typeof NAMED_RANGES)[number], now: Date): DayRange {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const monday = day - ((now.getDay() + 6) % 7)
  const [from, to] = {
    today: [toDate(year, month, day), toDate(year, month, day)],
    yesterday: [toDate(year, month, day - 1), toDate(year, month, day - 1)],
    thisWeek: [toDate(year, month, monday), toDate(year, month, monday + 6)],
    lastWeek: [toDate(year, month, monday - 7), toDate(year, month, monday - 1)],
    thisMonth: [toDate(year, month, 1), toDate(year, month + 1, 0)],
    lastMonth: [toDate(year, month - 1, 1), toDate(year, month, 0)],
  }[name] as [string, string]
  return { from, to }
}

/** Day 0 or 32 rolls over into the month before or after. */
const toDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The seven dates of a day's week, from the locale's first weekday. */
export function datesOfWeek(day: string, locale: string): string[] {
  const passed = (new Date(day).getUTCDay() - firstDayOf(locale) + 7) % 7
  return Array.from({ length: 7 }, (_, index) => shiftDate(day, index - passed))
}

interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
}

/** Not every browser has `getWeekInfo`; Monday is right for all supported languages. */
const firstDayOf = (locale: string) => (new Intl.Locale(locale) as WeekLocale).getWeekInfo?.().firstDay ?? 1
