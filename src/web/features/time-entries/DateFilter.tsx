import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import * as classes from '#web/ui/classes.ts'
import { usePanel } from '#web/ui/usePanel.ts'
import { type DayRange, RANGES, rangeOf } from './day-ranges.ts'
import { tellRange } from './entry-text.ts'
import { useToday } from './useToday.ts'
import type { EntrySearchState } from './useEntrySearch.ts'

const loadPanel = () => import('./DatePanel.tsx')
const DatePanel = lazy(() => loadPanel().then((module) => ({ default: module.DatePanel })))

/** A range of days: one of the usual ones, or any. */
export function DateFilter({ search: { saved, set } }: { search: EntrySearchState }) {
  const { t, language } = useTranslation()
  const { isWanted, trigger, panel } = usePanel(loadPanel)
  const { from, to } = saved
  const range = from === undefined || to === undefined ? undefined : { from, to }
  const today = new Date(useToday())
  const usual = RANGES.find((name) => isSame(rangeOf(name, today), range))
  const summary =
    range === undefined
      ? t('entries.filter.any')
      : usual
        ? t(`entries.filter.${usual}`)
        : tellRange(range, localeOf(language))

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
      {isWanted && (
        <Suspense>
          <DatePanel
            panel={panel}
            today={today}
            range={range}
            usual={usual}
            onChange={(next) => set({ from: next?.from, to: next?.to })}
          />
        </Suspense>
      )}
    </>
  )
}

const isSame = (one: DayRange, other: DayRange | undefined) => one.from === other?.from && one.to === other.to
