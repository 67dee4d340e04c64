import { firstWeekday } from '#core/formats.ts'
import { shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import { dateOf, startOfDay } from '#core/time/time-zone.ts'
import { DAY_MS } from '#core/time/units.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { DayTimeline } from '#web/ui/charts/DayTimeline.tsx'
import { HeatmapGrid } from '#web/ui/charts/Heatmap.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { hoursInUse } from './hours-in-use.ts'
import { COLUMNS_CLASS, TODAY_CLASS } from './layout.ts'
import { fillCalendar } from './running-work.ts'

const WEEKS = 26

/** The panels while data loads. Ruler and heatmap squares need no data, so they are already drawn. */
export function OverviewSkeleton() {
  const { t } = useTranslation()
  const now = useNow().getTime()
  const formats = useFormats()
  const midnight = startOfDay(now, formats.zone)
  const today = dateOf(now, formats.zone)
  const [start, end] = hoursInUse([midnight, midnight + DAY_MS], [now])
  return (
    <div className="grid gap-4">
      <Panel title={t('overview.today')}>
        <div inert aria-hidden="true" className={TODAY_CLASS}>
          <div />
          <DayTimeline label="" start={start} end={end} segments={[]} />
        </div>
      </Panel>
      <div className={COLUMNS_CLASS}>
        <Panel title={t('overview.entryList')}>
          <Skeleton rows={8} />
        </Panel>
        <Panel title={t('overview.activity')} hint={t('overview.lastMonths')}>
          <div inert aria-hidden="true" className="px-5 pt-1 pb-4">
            <HeatmapGrid label="" days={emptyDaysUntil(today, firstWeekday(formats))} />
          </div>
          <div className="h-36 border-t border-line" />
          <div className="h-18 border-t border-line" />
        </Panel>
      </div>
    </div>
  )
}

const emptyDaysUntil = (today: string, weekStart: number) =>
  fillCalendar(shiftDate(weekStartOf(today, weekStart), -7 * (WEEKS - 1)), today, [])
