import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import { type DayRange, NAMED_RANGES, resolveRange } from '#web/features/time-entries/data/day-ranges.ts'
import { formatDayRange } from '#web/features/time-entries/data/entry-format.ts'
import { useToday } from '#web/features/time-entries/data/useToday.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import type { EntrySearchState } from './useEntrySearch.ts'

const loadPanel = () => import('./DateFilterPanel.tsx')
const DatePanel = lazyComponent(() => loadPanel().then((module) => ({ default: module.DateFilterPanel })))

/** Filters by a named range (this week, last month …) or by any dates. */
export function DateFilter({ search: { params, set } }: { search: EntrySearchState }) {
  const { t, language } = useTranslation()
  const { wasOpened, trigger, panel } = useLazyPanel(loadPanel)
  const { from, to } = params
  const range = from === undefined || to === undefined ? undefined : { from, to }
  const today = new Date(useToday())
  const namedRange = NAMED_RANGES.find((name) => isSameRange(resolveRange(name, today), range))
  const summary =
    range === undefined
      ? t('entries.filter.all.dates')
      : namedRange
        ? t(`entries.filter.${namedRange}`)
        : formatDayRange(range, language)

  return (
    <>
      <button
        {...trigger}
        aria-label={`${t('entries.filter.dates')}: ${summary}`}
        className={clsx(classes.chip, range && 'border-transparent bg-tint text-accent-ink')}
      >
        {t('entries.filter.dates')}
        <span className={clsx('font-strong whitespace-nowrap tabular-nums', !range && 'text-ink')}>{summary}</span>
        <ChevronDown size={15} aria-hidden="true" className="flex-none" />
      </button>
      {wasOpened && (
        <Suspense>
          <DatePanel
            panel={panel}
            today={today}
            range={range}
            namedRange={namedRange}
            onChange={(next) => set({ from: next?.from, to: next?.to })}
          />
        </Suspense>
      )}
    </>
  )
}

const isSameRange = (a: DayRange, b: DayRange | undefined) => a.from === b?.from && a.to === b.to
