import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { rangeAfter, rangeBefore, rangeOf } from '#web/features/reports/range/report-range.ts'
import { useSteps } from '#web/features/reports/range/useSteps.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

interface WeekStepperProps {
  /** The first day of the week. */
  week: string
  today: string
  title: string
  number: number
}

/** Buttons and arrow keys for the previous and the next week. */
export function WeekStepper({ week, today, title, number }: WeekStepperProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const range = rangeOf('week', week)
  const [earlier, later] = [rangeBefore('week', range), rangeAfter('week', range, today)]
  const open = (week: string) => void navigate({ to: '/review', search: { week }, replace: true })
  const step = useSteps(week, open)
  const goBack = () => step((from) => rangeBefore('week', rangeOf('week', from))?.from)
  const goForward = () => step((from) => rangeAfter('week', rangeOf('week', from), today)?.from)
  useShortcuts({ arrowleft: goBack, arrowright: goForward })
  return (
    <div className="flex flex-wrap items-center gap-1">
      <IconButton
        label={t('reports.review.previous')}
        icon={<ChevronLeft {...ICON} />}
        disabled={earlier === undefined}
        onClick={goBack}
      />
      <IconButton
        label={t('reports.review.next')}
        icon={<ChevronRight {...ICON} />}
        disabled={later === undefined}
        onClick={goForward}
      />
      <h2 aria-live="polite" className="px-1.5 text-secondary font-strong whitespace-nowrap tabular-nums">
        {title}
      </h2>
      <span className="text-caption text-ink-3">{t('reports.review.week', { number })}</span>
      {later !== undefined && (
        <Button variant="ghost" onClick={() => open(rangeOf('week', today).from)}>
          {t('reports.range.back.week')}
        </Button>
      )}
    </div>
  )
}

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
