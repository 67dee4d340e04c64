import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { DayGroup } from '#web/features/time-entries/data/day-groups.ts'
import { resolveRange } from '#web/features/time-entries/data/day-ranges.ts'
import { useToday } from '#web/features/time-entries/data/useToday.ts'
import { parseEntrySearchParams } from '#web/features/time-entries/filters/entry-search-params.ts'
import type { EntrySearchState, WeekDates } from '#web/features/time-entries/filters/useEntrySearch.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { HAIRLINE, RULER_WIDTH } from './grid/HourRuler.tsx'

interface WeekDayHeadersProps {
  week: WeekDates
  groups: readonly DayGroup[]
  search: EntrySearchState
  titleId: (date: string) => string
  /** On narrow screens a header selects its day; otherwise it links to the day's list. */
  isSingleDay: boolean
  /** Events of whole days. */
  children: ReactNode
}

/** A header for each day of the week, with its worked time. */
export function WeekDayHeaders({ week, groups, search, titleId, isSingleDay, children }: WeekDayHeadersProps) {
  const { t } = useTranslation()
  const today = dateOf(useToday())
  const workedByDate = new Map(groups.map((group) => [dateOf(group.from), group.workedMs]))
  return (
    <div className="sticky top-0 z-5 bg-canvas">
      <div role="group" aria-label={t('entries.week.days')} className="flex border-b border-line">
        {!isSingleDay && <span style={{ width: RULER_WIDTH }} className="flex-none" />}
        {week.days.map((date) => (
          <DayHeaderCell
            key={date}
            date={date}
            titleId={titleId(date)}
            workedMs={workedByDate.get(date) ?? 0}
            isToday={date === today}
            search={search}
            isSelected={isSingleDay ? date === week.day : undefined}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

const dateOf = (at: number) => resolveRange('today', new Date(at)).from

interface DayHeaderCellProps extends Pick<WeekDayHeadersProps, 'search'> {
  date: string
  titleId: string
  workedMs: number
  isToday: boolean
  /** Undefined unless a single day is shown. */
  isSelected: boolean | undefined
}

function DayHeaderCell({ date, titleId, workedMs, isToday, search, isSelected }: DayHeaderCellProps) {
  const { t, language } = useTranslation()
  const day = formatDate(date, language, { weekday: 'long', day: 'numeric', month: 'long' })
  const time = formatDuration(workedMs, language)
  const content = (
    <>
      <span id={titleId} className="sr-only">
        {day}
      </span>
      <span className={isSelected === undefined ? 'flex items-center gap-1.5' : 'grid justify-items-center'}>
        <span className="text-caption text-ink-2 first-letter:uppercase">
          {formatDate(date, language, { weekday: 'short' })}
        </span>
        <span className={clsx(NUMBER, isToday && 'bg-accent text-on-accent')}>{Number(date.slice(-2))}</span>
      </span>
      {/* In a narrow column hours and minutes are two lines. */}
      <span className={clsx('text-minimum text-ink-2 tabular-nums', isSelected === undefined && 'truncate')}>
        {workedMs > 0 ? time : '–'}
      </span>
    </>
  )
  if (isSelected !== undefined)
    return (
      <button
        type="button"
        aria-label={t('entries.week.showDay', { day, time })}
        aria-pressed={isSelected}
        onClick={() => search.set({ week: date })}
        className={clsx(CELL, 'cursor-pointer justify-items-center', isSelected && 'bg-tint')}
      >
        {content}
      </button>
    )
  return (
    <Link
      to="."
      search={parseEntrySearchParams({ ...search.params, view: undefined, from: date, to: date })}
      aria-label={t('entries.week.dayList', { day, time })}
      style={{ borderLeft: HAIRLINE }}
      className={`${CELL} px-2.5`}
    >
      {content}
    </Link>
  )
}

const CELL = 'grid min-w-0 flex-1 content-start gap-0.5 py-1.5 transition-colors hover:bg-hover/50'
const NUMBER = 'rounded-full px-1.5 text-heading tabular-nums'
