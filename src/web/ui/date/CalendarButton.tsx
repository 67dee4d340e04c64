import { CalendarDays } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'

/** Loaded on first use: the code is large, and most dates are typed. */
export const loadCalendar = () => import('./CalendarPanel.tsx')

interface CalendarButtonProps {
  label: string
  trigger: ReturnType<typeof useLazyPanel>['trigger']
}

/** Opens the calendar of a date field. */
export function CalendarButton({ label, trigger }: CalendarButtonProps) {
  const { t } = useTranslation()
  return (
    <button {...trigger} aria-label={`${t('ui.calendar')} ${label}`} className={classes.fieldButton}>
      <CalendarDays size={16} aria-hidden="true" />
    </button>
  )
}
