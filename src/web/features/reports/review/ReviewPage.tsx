import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { firstWeekday } from '#core/formats.ts'
import { isoWeekOf, shiftDate, weekStartOf } from '#core/time/calendar-dates.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { reviewQuery } from '#web/features/reports/queries.ts'
import { formatRange } from '#web/features/reports/labels/calendar-text.ts'
import styles from '#web/features/reports/report.module.css'
import { rangeOf } from '#web/features/reports/range/report-range.ts'
import { useToday } from '#web/features/reports/range/useToday.ts'
import { usePrint } from '#web/features/reports/export/usePrint.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { ReviewContent } from './ReviewContent.tsx'
import { useReviewNames } from './useReviewNames.ts'
import { WeekStepper } from './WeekStepper.tsx'

/** Width of A4 and Letter paper between the margins. */
const PAPER_WIDTH = '43rem'

/** One week to read, print and share. The address has its first day. */
export function ReviewPage() {
  const translation = useTranslation()
  const { t } = translation
  const today = useToday()
  const week = useWeek(today)
  const { data: review, error, isPlaceholderData, isFetching, refetch } = useQuery(reviewQuery(week))
  const names = useReviewNames(today)
  const { isPrinting, print } = usePrint()
  const title = formatRange('week', { from: week, to: shiftDate(week, 6) }, translation, today)
  return (
    <div
      className={`${styles['report']} ${styles['sheet']} grid gap-4`}
      style={isPrinting ? { width: PAPER_WIDTH } : undefined}
    >
      <div className={`${styles['controls']} grid grid-cols-1 gap-4`}>
        <header className={`${styles['actions']} flex min-h-9 items-center gap-2`}>
          <PageTitle>{t('shell.page.review')}</PageTitle>
          <div className="flex-1" />
          <ReviewActions review={review} title={title} today={today} names={names} onPrint={print} />
        </header>
        <WeekStepper week={week} today={today} title={title} number={isoWeekOf(shiftDate(week, 3))} />
      </div>
      <p className={`${styles['printOnly']} text-title`}>{title}</p>
      {review === undefined && error !== null && (
        <div className="rounded-panel border border-line bg-surface">
          <LoadError
            message={errorMessage(error, t, 'reports.review.failed')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {review === undefined && error === null && <Skeleton rows={8} />}
      {review !== undefined && (
        <div aria-busy={isPlaceholderData} className={`grid gap-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <ReviewContent review={review} today={today} names={names} />
        </div>
      )}
    </div>
  )
}

/** The first day of the week in the address; of the present one if there is none. */
function useWeek(today: string) {
  const { week }: { week?: unknown } = useSearch({ strict: false })
  const isDay = typeof week === 'string' && /^20\d\d-\d\d-\d\d$/.test(week) && !Number.isNaN(Date.parse(week))
  const weekStart = firstWeekday(useFormats())
  return isDay && week <= today ? weekStartOf(week, weekStart) : rangeOf('week', today).from
}
