import { CalendarDays } from 'lucide-react'
import { useMemo } from 'react'
import { toMarkColor } from '#core/color.ts'
import type { DayBackdrop } from '#web/features/time-entries/week/grid/DayColumn.tsx'
import { type GridDay, layOutDay, LINE_REM, toDayPercent } from '#web/features/time-entries/week/grid/day-segments.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { WeekEvent } from './useCalendarEvents.ts'

/** Where an event that entries cover can still be seen and pressed. */
const GUTTER = '0.625rem'

/** What each day shows of these events. */
export const toBackdrops =
  (events: readonly WeekEvent[], onOpen: EventBlocksProps['onOpen']) =>
  (day: GridDay, dayRem: number): DayBackdrop | undefined =>
    events.some(({ start, end }) => start < day.to && end > day.from)
      ? { content: <EventBlocks events={events} day={day} dayRem={dayRem} onOpen={onOpen} />, gutter: GUTTER }
      : undefined

interface EventBlocksProps {
  events: readonly WeekEvent[]
  day: GridDay
  dayRem: number
  onOpen: (event: WeekEvent, block: HTMLElement) => void
}

/**
 * The events of a day behind its entries: outlined with dashes and not filled, so that planned time does not look like work.
 */
function EventBlocks({ events, day, dayRem, onOpen }: EventBlocksProps) {
  const { t } = useTranslation()
  const segments = useMemo(() => layOutDay(events, day, dayRem), [events, day, dayRem])
  if (segments.length === 0) return null
  return (
    <ul aria-label={t('entries.week.events')} className="contents">
      {segments.map(({ item, top, bottom, column, columns }) => {
        const box = {
          top: toDayPercent(top),
          height: toDayPercent(bottom - top),
          left: `${(100 * column) / columns}%`,
          width: `${100 / columns}%`,
        }
        return (
          <li key={item.id} style={box} className="absolute p-px">
            <EventBlock event={item} onOpen={onOpen} />
          </li>
        )
      })}
    </ul>
  )
}

function EventBlock({ event, onOpen }: Pick<EventBlocksProps, 'onOpen'> & { event: WeekEvent }) {
  const { t, language } = useTranslation()
  const { theme } = useTheme()
  const { start, end, calendar } = event
  const title = event.title || t('entries.week.untitled')
  const times = `${formatTime(start, language)}–${formatTime(end, language)}`
  const label = t('entries.week.event', { name: [title, times, calendar.name].join(', ') })
  const borderColor = `color-mix(in oklab, ${toMarkColor(calendar.color, theme)} 70%, var(--surface))`
  return (
    <button
      type="button"
      data-event={event.id}
      aria-label={label}
      title={label}
      style={{ borderColor }}
      // The grid would begin to draw an entry.
      onPointerDown={(press) => press.stopPropagation()}
      onClick={(press) => onOpen(event, press.currentTarget)}
      className="grid size-full cursor-pointer content-start overflow-clip rounded-tag border border-dashed text-left transition-colors hover:bg-hover"
    >
      <span
        aria-hidden="true"
        style={{ lineHeight: LINE }}
        className="flex items-start gap-1 px-1.5 text-minimum text-ink-2"
      >
        <CalendarDays size={11} strokeWidth={1.75} className="mt-px flex-none" />
        <span className="min-w-0 overflow-clip wrap-break-word">{title}</span>
      </span>
    </button>
  )
}

const LINE = `${LINE_REM}rem`
