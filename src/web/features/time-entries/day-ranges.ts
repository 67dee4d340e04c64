import { CalendarDate, endOfMonth, parseDate, startOfMonth, startOfWeek } from '@internationalized/date'

export interface DayRange {
  /** Both are included. */
  from: string
  to: string
}

export const RANGES = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

/** Weeks begin on Monday. */
export function rangeOf(name: (typeof RANGES)[number], now: Date): DayRange {
  const today = new CalendarDate(now.getFullYear(), now.getMonth() + 1, now.getDate())
  const monday = today.subtract({ days: (now.getDay() + 6) % 7 })
  const lastMonth = today.subtract({ months: 1 })
  const [from, to] = {
    today: [today, today],
    yesterday: [today.subtract({ days: 1 }), today.subtract({ days: 1 })],
    thisWeek: [monday, monday.add({ days: 6 })],
    lastWeek: [monday.subtract({ weeks: 1 }), monday.subtract({ days: 1 })],
    thisMonth: [startOfMonth(today), endOfMonth(today)],
    lastMonth: [startOfMonth(lastMonth), endOfMonth(lastMonth)],
  }[name] as [CalendarDate, CalendarDate]
  return { from: from.toString(), to: to.toString() }
}

/** The days of the week that a day lies in, from the one that weeks begin with where a language is spoken. */
export function weekOf(day: string, locale: string): string[] {
  const first = startOfWeek(parseDate(day), locale)
  return Array.from({ length: 7 }, (_, index) => first.add({ days: index }).toString())
}

export const dayLater = (day: string, days: number) => parseDate(day).add({ days }).toString()
