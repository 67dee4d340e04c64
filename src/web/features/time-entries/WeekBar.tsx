import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useShortcuts } from '#web/ui/useShortcuts.ts'
import { dayLater } from './day-ranges.ts'
import { tellRange } from './entry-text.ts'
import type { EntrySearchState, ShownWeek } from './useEntrySearch.ts'

interface WeekBarProps {
  week: ShownWeek
  search: EntrySearchState
}

/** Which week it is, and the way to others, with the arrow keys too. */
export function WeekBar({ week, search }: WeekBarProps) {
  const { t, language } = useTranslation()
  const go = (days: number) => search.set({ week: dayLater(week.first, days) })
  const [back, forth] = [() => go(-7), () => go(7)]
  useShortcuts({ arrowleft: back, arrowright: forth })
  return (
    <div className="flex items-center gap-2">
      <IconButton
        variant="secondary"
        label={t('entries.week.previous')}
        icon={<ChevronLeft {...ICON} />}
        onClick={back}
      />
      <IconButton
        variant="secondary"
        label={t('entries.week.next')}
        icon={<ChevronRight {...ICON} />}
        onClick={forth}
      />
      <Button onClick={() => search.set({ week: undefined })}>{t('entries.week.today')}</Button>
      <h2 className="px-1.5 text-heading tabular-nums">
        {tellRange({ from: week.first, to: week.last }, localeOf(language))}
      </h2>
    </div>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
