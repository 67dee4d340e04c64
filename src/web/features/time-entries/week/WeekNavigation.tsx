import { ChevronLeft, ChevronRight } from 'lucide-react'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { formatDayRange } from '#web/features/time-entries/data/entry-format.ts'
import type { EntrySearchState, WeekDates } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

/** The dates of the week and buttons to other weeks; the arrow keys do the same. */
export function WeekNavigation({ week, search }: { week: WeekDates; search: EntrySearchState }) {
  const { t, language } = useTranslation()
  const go = (days: number) => search.set({ week: shiftDate(week.first, days) })
  const [goBack, goForward] = [() => go(-7), () => go(7)]
  useShortcuts({ arrowleft: goBack, arrowright: goForward })
  return (
    <div className="flex items-center gap-2">
      <IconButton
        variant="secondary"
        label={t('entries.week.previous')}
        icon={<ChevronLeft {...ICON} />}
        onClick={goBack}
      />
      <IconButton
        variant="secondary"
        label={t('entries.week.next')}
        icon={<ChevronRight {...ICON} />}
        onClick={goForward}
      />
      <Button onClick={() => search.set({ week: undefined })}>{t('entries.week.today')}</Button>
      <h2 className="px-1.5 text-heading tabular-nums">
        {formatDayRange({ from: week.first, to: week.last }, language)}
      </h2>
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
