import type { Reply } from '#contract/endpoint.ts'
import type { Project } from '#contract/projects.ts'
import type { reports } from '#contract/reports.ts'
import { shiftDate } from '#core/time/calendar-dates.ts'
import type { BarColumn } from '#web/ui/charts/bar-column.ts'

type Series = Reply<typeof reports.series>

/** Columns of a chart of weeks. The label is the first day of a week; the last one is the current week. */
export function toWeekColumns(
  series: Series,
  { id, name, color }: Pick<Project, 'id' | 'name' | 'color'>,
  locale: string,
): BarColumn[] {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return series.map(({ day, milliseconds }, index) => ({
    id: day,
    label: format.format(new Date(day)),
    title: format.formatRange(new Date(day), new Date(shiftDate(day, 6))),
    milliseconds,
    parts: [{ id, label: name, color, milliseconds }],
    isCurrent: index === series.length - 1,
  }))
}
