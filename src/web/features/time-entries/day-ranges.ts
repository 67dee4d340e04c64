import { DAY_MS } from '#core/units.ts'

export interface DayRange {
  /** Both are included. */
  from: string
  to: string
}

export const RANGES = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

/** Weeks begin on Monday. */
export function rangeOf(name: (typeof RANGES)[number], now: Date): DayRange {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const monday = day - ((now.getDay() + 6) % 7)
  const [from, to] = {
    today: [dayOf(year, month, day), dayOf(year, month, day)],
    yesterday: [dayOf(year, month, day - 1), dayOf(year, month, day - 1)],
    thisWeek: [dayOf(year, month, monday), dayOf(year, month, monday + 6)],
    lastWeek: [dayOf(year, month, monday - 7), dayOf(year, month, monday - 1)],
    thisMonth: [dayOf(year, month, 1), dayOf(year, month + 1, 0)],
    lastMonth: [dayOf(year, month - 1, 1), dayOf(year, month, 0)],
  }[name] as [string, string]
  return { from, to }
}

/** A day below or above what its month has is one of the months beside it. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The days of the week that a day lies in, from the one that weeks begin with where a language is spoken. */
export function weekOf(day: string, locale: string): string[] {
  const passed = (new Date(day).getUTCDay() - firstDayOf(locale) + 7) % 7
  return Array.from({ length: 7 }, (_, index) => dayLater(day, index - passed))
}

interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
}

/** Not every browser knows. Where our languages are spoken it is Monday. */
const firstDayOf = (locale: string) => (new Intl.Locale(locale) as WeekLocale).getWeekInfo?.().firstDay ?? 1

export const dayLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
