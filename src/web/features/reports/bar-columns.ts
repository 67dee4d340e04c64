import { firstOfMonth, mondayOf, type Step } from '#core/report/periods.ts'
import type { BarColumn } from '#web/ui/bar-column.ts'
import { formatOf } from './calendar-text.ts'
import type { Bar } from './look.ts'
import { daysLater } from './report-range.ts'

const WEEK = 7
/** With more months than these only the years are named. */
const MONTHS_NAMED = 24

interface Calendar {
  step: Step
  language: string
  /** `YYYY-MM-DD` */
  today: string
}

/** What a chart of bars draws. */
export function toColumns(bars: readonly Bar[], calendar: Calendar): BarColumn[] {
  const labelOf = labelsFor(bars, calendar)
  const isWeek = calendar.step === 'day' && bars.length <= WEEK
  const weekday = formatOf(calendar.language, { weekday: 'short' })
  const titleOf = titlesFor(calendar)
  const current = startOf(calendar.today, calendar.step)
  return bars.map(({ day, milliseconds, parts }) => ({
    id: day,
    label: labelOf(day),
    ...(isWeek && { shortLabel: weekday.format(new Date(day)) }),
    title: titleOf(day),
    milliseconds,
    isCurrent: startOf(day, calendar.step) === current,
    parts: parts.map(({ key, name, color, milliseconds }) => ({ id: key ?? '', label: name, color, milliseconds })),
  }))
}

const startOf = (day: string, step: Step) => ({ day, week: mondayOf(day), month: firstOfMonth(day) })[step]

/** As short as can be told apart. */
function labelsFor(bars: readonly Bar[], { step, language }: Calendar) {
  const [first = '', last = ''] = [bars[0]?.day, bars.at(-1)?.day]
  const print = (options: Intl.DateTimeFormatOptions) => {
    const format = formatOf(language, options)
    return (day: string) => format.format(new Date(day))
  }
  if (step === 'month') {
    const [nameOf, isOneYear] = [print({ month: 'short' }), first.slice(0, 4) === last.slice(0, 4)]
    return (day: string) => {
      if (!isOneYear && day.slice(5, 7) === '01') return day.slice(0, 4)
      return bars.length > MONTHS_NAMED ? '' : nameOf(day)
    }
  }
  if (step === 'day' && bars.length <= WEEK) return print({ weekday: 'short', day: 'numeric' })
  const isOneMonth = firstOfMonth(first) === firstOfMonth(last)
  return print(step === 'day' && isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' })
}

function titlesFor({ step, language }: Calendar) {
  if (step === 'week') {
    const format = formatOf(language, { day: 'numeric', month: 'short' })
    return (day: string) => format.formatRange(new Date(day), new Date(daysLater(day, 6)))
  }
  const format = formatOf(
    language,
    step === 'month' ? { month: 'long', year: 'numeric' } : { weekday: 'long', day: 'numeric', month: 'short' },
  )
  return (day: string) => format.format(new Date(day))
}
