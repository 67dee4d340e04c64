import { firstOfMonth, shiftDate } from '#core/time/calendar-dates.ts'
import type { Step } from '#core/report/dimensions.ts'
import type { Bar } from '#web/features/reports/labels/group-label.ts'
import { rangeOf } from '#web/features/reports/range/report-range.ts'
import type { BarColumn } from '#web/ui/charts/bar-column.ts'
import { type DateParts, formatDate, formatDateRange } from '#web/ui/display/format-date.ts'

const WEEK = 7
/** With more months only the years are labelled. */
const MAX_NAMED_MONTHS = 24

interface Calendar {
  step: Step
  language: string
  /** `YYYY-MM-DD` */
  today: string
}

/** Converts bars to the columns of a bar chart, with labels and titles. */
export function toColumns(bars: readonly Bar[], calendar: Calendar): BarColumn[] {
  const labelOf = createLabelFormat(bars, calendar)
  const isWeek = calendar.step === 'day' && bars.length <= WEEK
  const titleOf = createTitleFormat(calendar)
  const current = bucketStart(calendar.today, calendar.step)
  return bars.map(({ day, milliseconds, parts }) => ({
    id: day,
    label: labelOf(day),
    ...(isWeek && { shortLabel: formatDate(day, calendar.language, { weekday: 'short' }) }),
    title: titleOf(day),
    milliseconds,
    isCurrent: bucketStart(day, calendar.step) === current,
    parts: parts.map(({ key, name, color, milliseconds }) => ({ id: key ?? '', label: name, color, milliseconds })),
  }))
}

const bucketStart = (day: string, step: Step) => rangeOf(step, day).from

/** The shortest labels that are still unambiguous. */
function createLabelFormat(bars: readonly Bar[], { step, language }: Calendar) {
  const [first = '', last = ''] = [bars[0]?.day, bars.at(-1)?.day]
  const print = (parts: DateParts) => (day: string) => formatDate(day, language, parts)
  if (step === 'month') {
    const [nameOf, isOneYear] = [print({ month: 'short' }), first.slice(0, 4) === last.slice(0, 4)]
    return (day: string) => {
      if (!isOneYear && day.slice(5, 7) === '01') return day.slice(0, 4)
      return bars.length > MAX_NAMED_MONTHS ? '' : nameOf(day)
    }
  }
  if (step === 'day' && bars.length <= WEEK) return print({ weekday: 'short', day: 'numeric' })
  const isOneMonth = firstOfMonth(first) === firstOfMonth(last)
  return print(step === 'day' && isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' })
}

function createTitleFormat({ step, language }: Calendar) {
  if (step === 'week') {
    const parts = { day: 'numeric', month: 'short' } as const
    return (day: string) => formatDateRange({ from: day, to: shiftDate(day, 6) }, language, parts)
  }
  const parts: DateParts =
    step === 'month' ? { month: 'long', year: 'numeric' } : { weekday: 'long', day: 'numeric', month: 'short' }
  return (day: string) => formatDate(day, language, parts)
}
