import clsx from 'clsx'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { shiftDate } from '#core/time/calendar-dates.ts'
import { formatDayRange } from '#web/features/time-entries/data/entry-format.ts'
import type { EntrySearchState, WeekDates } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { CalendarEvents } from './events/useCalendarEvents.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'

interface WeekNavigationProps {
  week: WeekDates
  search: EntrySearchState
  events: Pick<CalendarEvents, 'hasCalendars' | 'isOn' | 'setOn'>
}

/** The dates of the week and buttons to other weeks; the arrow keys do the same. */
export function WeekNavigation({ week, search, events }: WeekNavigationProps) {
  const { t, language } = useTranslation()
  const go = (days: number) => search.set({ week: shiftDate(week.first, days) })
  const [goBack, goForward] = [() => go(-7), () => go(7)]
  useShortcuts({ arrowleft: goBack, arrowright: goForward })
  return (
    <div className="flex flex-wrap items-center gap-2">
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
      {events.hasCalendars && (
        <button
          type="button"
          aria-pressed={events.isOn}
          onClick={() => events.setOn(!events.isOn)}
          className={clsx(classes.chip, 'ml-auto gap-1.5', events.isOn ? 'bg-tint text-ink' : 'text-ink-2')}
        >
          <CalendarDays {...ICON} />
          {t('entries.week.events')}
        </button>
      )}
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
