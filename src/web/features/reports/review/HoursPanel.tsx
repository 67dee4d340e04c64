import { visibleHours } from '#web/features/reports/charts/work-pattern.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatHour } from '#web/ui/display/format-time.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { bestHoursText } from './review-text.ts'

/** The work of each hour of the day as a row of bars, and the best hours in words. */
export function HoursPanel({ hours }: { hours: readonly number[] }) {
  const translation = useTranslation()
  const { t, language } = translation
  const highest = Math.max(...hours)
  const shown = visibleHours([hours])
  return (
    <Panel title={t('reports.review.hours')}>
      <div className="flex flex-1 flex-col gap-4 px-5 pb-5">
        <p className="text-secondary text-ink-2">{bestHoursText(hours, translation)}</p>
        <ol className="flex min-h-56 flex-1 items-stretch gap-0.75">
          {shown.map((hour) => (
            <li key={hour} className="flex min-w-0 flex-1 flex-col gap-1.5">
              <span aria-hidden="true" className="flex flex-1 items-end">
                <span
                  style={{ height: `${(100 * hours[hour]!) / highest}%` }}
                  className="min-h-0.5 w-full rounded-[3px] bg-accent"
                />
              </span>
              <span aria-hidden="true" className="h-4 text-center text-minimum text-ink-3 tabular-nums">
                {hour % 3 === 0 ? hour : ''}
              </span>
              <span className="sr-only">
                {formatHour(hour, language)}: <Duration milliseconds={hours[hour]!} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}
