import { CalendarDate, endOfMonth, startOfMonth } from '@internationalized/date'

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
