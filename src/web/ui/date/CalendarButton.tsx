import { CalendarDays } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'
import type { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

/** The calendar is heavy, and most days are typed. */
export const loadCalendar = () => import('./CalendarPanel.tsx')

interface CalendarButtonProps {
  label: string
  trigger: ReturnType<typeof useLazyPanel>['trigger']
}

/** The button in a date field that opens a month. */
export function CalendarButton({ label, trigger }: CalendarButtonProps) {
  const { t } = useTranslation()
  return (
    <button {...trigger} aria-label={`${t('ui.calendar')} ${label}`} className={classes.fieldButton}>
      <CalendarDays size={16} aria-hidden="true" />
    </button>
  )
}
