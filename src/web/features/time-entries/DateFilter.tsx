import { type CalendarDate, parseDate } from '@internationalized/date'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { localeOf } from '#web/i18n/locale.ts'
import * as classes from '#web/ui/classes.ts'
import { type DayRange, RANGES, rangeOf } from './day-ranges.ts'
import { tellRange } from './entry-text.ts'
import { useToday } from './useToday.ts'
import type { EntrySearchState } from './useEntrySearch.ts'

const DateRangePicker = lazy(() =>
  import('#web/ui/DateRangePicker.tsx').then((module) => ({ default: module.DateRangePicker })),
)

/** A range of days: one of the usual ones, or any. */
export function DateFilter({ search: { saved, set } }: { search: EntrySearchState }) {
  const { t, language } = useTranslation()
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
    <DialogTrigger>
      <Button
        aria-label={`${t('entries.filter.dates')}: ${summary}`}
        className={clsx(classes.chip, range && 'border-transparent bg-tint text-accent-ink')}
      >
        {t('entries.filter.dates')}
        <span className={clsx('font-strong whitespace-nowrap tabular-nums', !range && 'text-ink')}>{summary}</span>
        <ChevronDown size={15} aria-hidden="true" className="flex-none" />
      </Button>
      <Popover placement="bottom start" offset={6} className={`${classes.popover} w-84 max-w-[calc(100vw-1.5rem)]`}>
        <Dialog aria-label={t('entries.filter.dates')} className="grid gap-3 p-3 outline-none">
          {({ close }) => {
            const choose = (next: Partial<DayRange>) => {
              set({ from: next.from, to: next.to })
              close()
            }
            return (
              <>
                <div className="grid grid-cols-2 gap-1">
                  <div className="col-span-2 grid">
                    <Preset isChosen={range === undefined} onPress={() => choose({})}>
                      {t('entries.filter.anyDay')}
                    </Preset>
                  </div>
                  {RANGES.map((name) => (
                    <Preset key={name} isChosen={name === usual} onPress={() => choose(rangeOf(name, today))}>
                      {t(`entries.filter.${name}`)}
                    </Preset>
                  ))}
                </div>
                <Suspense fallback={<div className="h-16" />}>
                  <DateRangePicker
                    label={t('entries.filter.custom')}
                    value={range ? { start: parseDate(range.from), end: parseDate(range.to) } : null}
                    onChange={(next) => next && set({ from: dayOf(next.start), to: dayOf(next.end) })}
                  />
                </Suspense>
              </>
            )
          }}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface PresetProps {
  isChosen: boolean
  onPress: () => void
  children: string
}

function Preset({ isChosen, onPress, children }: PresetProps) {
  return (
    <Button
      onPress={onPress}
      className={clsx(
        'h-9 cursor-pointer rounded-small px-2.5 text-left text-secondary transition-colors hover:bg-hover data-pressed:bg-pressed on-touch:h-11',
        isChosen && 'bg-tint font-strong text-accent-ink',
      )}
    >
      {children}
    </Button>
  )
}

const dayOf = (date: CalendarDate) => date.toString()

const isSame = (one: DayRange, other: DayRange | undefined) => one.from === other?.from && one.to === other.to
