import clsx from 'clsx'
import { toMarkColor } from '#core/color.ts'
import type { DayGroup } from '#web/features/time-entries/data/day-groups.ts'
import { formatDayTitle } from '#web/features/time-entries/data/entry-format.ts'
import type { NameLookup } from '#web/features/time-entries/data/useNameLookup.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { DayHeader } from '#web/ui/list/DayHeader.tsx'
import { rowsToCss } from '#web/ui/list/group-layout.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { RowCheckbox } from './RowCheckbox.tsx'
import { RunningRow } from './RunningRow.tsx'
import { WorkedTotal } from './WorkedTotal.tsx'

interface EntryDayHeaderProps {
  day: DayGroup
  titleId: string
  today: number
  names: NameLookup
  /** What runs is listed under this day. */
  isRunning: boolean
  /** False while more of this day's entries may be on the next page, so that the total is unknown. */
  isComplete: boolean
  selected: ReadonlySet<string>
  onSelect: (ids: string[], isSelected: boolean) => void
}

export const DAY_HEADER_ROWS = 0.88

export function EntryDayHeader({
  day,
  titleId,
  today,
  names,
  isRunning,
  isComplete,
  selected,
  onSelect,
}: EntryDayHeaderProps) {
  const { t, language } = useTranslation()
  const title = formatDayTitle(day.from, today, language)
  const ids = day.entries.map(({ id }) => id)
  const selectedCount = ids.filter((id) => selected.has(id)).length
  const isAllSelected = selectedCount === ids.length
  return (
    <>
      <DayHeader
        title={title}
        titleId={titleId}
        style={{ height: rowsToCss(DAY_HEADER_ROWS) }}
        className={EDGES}
        total={
          // The bars of all days end in one line.
          <span className="inline-block text-right @3xl:min-w-20">
            {isComplete ? <WorkedTotal milliseconds={day.workedMs} isRunning={isRunning} /> : '…'}
          </span>
        }
        lead={
          ids.length === 0 ? (
            <span className={clsx('w-4.5 flex-none', selected.size === 0 && '@max-md:hidden')} />
          ) : (
            <RowCheckbox
              name={title}
              isSelected={selectedCount === 0 ? false : isAllSelected || 'partly'}
              isAlwaysShown={selected.size > 0}
              onSelect={() => onSelect(ids, !isAllSelected)}
            />
          )
        }
      >
        <div className="flex items-center gap-4">
          {day.carriedMs > 0 && (
            <span className="truncate text-caption text-ink-3 tabular-nums">
              {ids.length === 0 && !isRunning
                ? t('entries.list.carriedAll')
                : t('entries.list.carried', { time: formatDuration(day.carriedMs, language) })}
            </span>
          )}
          <Ribbon day={day} names={names} />
        </div>
      </DayHeader>
      {isRunning && <RunningRow names={names} isLast={day.entries.length === 0} />}
    </>
  )
}

// Aligns the total with the durations of the rows. Rows of one line have two buttons on their right.
const EDGES = 'group/row px-3.5! @3xl:pr-22.5! on-touch:@3xl:pr-29.5!'

/** A bar from midnight to midnight that shows when work was done. */
function Ribbon({ day: { from, to, segments }, names }: Pick<EntryDayHeaderProps, 'day' | 'names'>) {
  const { theme } = useTheme()
  const share = (length: number) => `${(100 * length) / (to - from)}%`
  return (
    <div
      aria-hidden="true"
      className="relative ml-auto hidden h-1.5 w-56 flex-none overflow-clip rounded-full bg-heat-0 @3xl:block"
    >
      {segments.map(({ segment: [start, end], project }) => (
        <span
          key={`${start} ${end} ${project}`}
          style={{
            left: share(start - from),
            width: share(end - start),
            backgroundColor: toMarkColor(names.project(project)?.color ?? '#888888', theme),
          }}
          className="absolute inset-y-0 min-w-px"
        />
      ))}
    </div>
  )
}
