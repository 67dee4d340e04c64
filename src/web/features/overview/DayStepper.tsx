import { ChevronLeft, ChevronRight } from 'lucide-react'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

interface DayStepperProps {
  date: string
  today: string
  onChange: (date: string) => void
}

/** Buttons to the day before and after. */
export function DayStepper({ date, today, onChange }: DayStepperProps) {
  const { t } = useTranslation()
  const isToday = date >= today
  return (
    <span className="-my-2 flex">
      <IconButton
        label={t('overview.previousDay')}
        icon={<ChevronLeft {...ICON} />}
        onClick={() => onChange(shiftDate(date, -1))}
      />
      <IconButton
        label={t('overview.nextDay')}
        icon={<ChevronRight {...ICON} />}
        // A disabled button would lose the focus of somebody who has just arrived at today.
        aria-disabled={isToday}
        style={{ opacity: isToday ? 0.4 : 1 }}
        onClick={() => !isToday && onChange(shiftDate(date, 1))}
      />
    </span>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
