import { firstOfMonth, mondayOf, shiftDate } from '#core/time/calendar-dates.ts'
import type { Step } from '#core/report/dimensions.ts'
import { dateFormat } from '#web/features/reports/labels/calendar-text.ts'
import type { Bar } from '#web/features/reports/labels/group-label.ts'
import type { BarColumn } from '#web/ui/charts/bar-column.ts'

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
  const weekday = dateFormat(calendar.language, { weekday: 'short' })
  const titleOf = createTitleFormat(calendar)
  const current = bucketStart(calendar.today, calendar.step)
  return bars.map(({ day, milliseconds, parts }) => ({
    id: day,
    label: labelOf(day),
    ...(isWeek && { shortLabel: weekday.format(new Date(day)) }),
    title: titleOf(day),
    milliseconds,
    isCurrent: bucketStart(day, calendar.step) === current,
    parts: parts.map(({ key, name, color, milliseconds }) => ({ id: key ?? '', label: name, color, milliseconds })),
  }))
}

const bucketStart = (day: string, step: Step) => ({ day, week: mondayOf(day), month: firstOfMonth(day) })[step]

/** The shortest labels that are still unambiguous. */
function createLabelFormat(bars: readonly Bar[], { step, language }: Calendar) {
  const [first = '', last = ''] = [bars[0]?.day, bars.at(-1)?.day]
  const print = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, options)
    return (day: string) => format.format(new Date(day))
  }
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
    const format = dateFormat(language, { day: 'numeric', month: 'short' })
    return (day: string) => format.formatRange(new Date(day), new Date(shiftDate(day, 6)))
  }
  const format = dateFormat(
    language,
    step === 'month' ? { month: 'long', year: 'numeric' } : { weekday: 'long', day: 'numeric', month: 'short' },
  )
  return (day: string) => format.format(new Date(day))
}
