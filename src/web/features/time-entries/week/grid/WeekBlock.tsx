import type { KeyboardEvent } from 'react'
import { toMarkColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { type DaySegment, type GridDay, LINE_REM, linesIn, toDayPercent, toDaySegment } from './day-segments.ts'
import type { Column } from './overlap-columns.ts'
import type { WeekItem } from './week-item.ts'

export interface WeekBlockProps {
  item: WeekItem
  segment: DaySegment & Column
  day: GridDay
  /** Height of the day. */
  dayRem: number
  isFaded: boolean
  /** Width at the right of the day that is left free, where calendar events show. */
  gutter: string
  onOpen: (id: string, block: HTMLElement) => void
  onDelete: (id: string) => void
}

export function WeekBlock({ item, segment, day, dayRem, isFaded, gutter, ...actions }: WeekBlockProps) {
  const { onOpen, onDelete } = actions
  const { t, language } = useTranslation()
  const times = `${formatTime(item.start, language)}–${formatTime(item.end, language)}`
  const duration = formatDuration(item.duration, language)
  const label = [item.name, item.details, times, duration].filter(Boolean).join(', ')
  const { top, bottom, column, columns } = segment
  const style = {
    top: toDayPercent(top),
    height: toDayPercent(bottom - top),
    left: `calc((100% - ${gutter}) * ${column / columns})`,
    width: `calc((100% - ${gutter}) / ${columns})`,
    padding: 1,
    opacity: isFaded ? 0.4 : 1,
  }
  const content = <BlockContent {...{ item, segment, day, dayRem, times, duration }} />
  if (item.isRunning)
    return (
      <div style={style} className="absolute z-1">
        <span className="sr-only">{t('entries.week.running', { name: label })}</span>
        {content}
      </div>
    )

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') onDelete(item.id)
  }
  return (
    <button
      type="button"
      data-block={item.id}
      data-cursor=""
      aria-label={label}
      title={label}
      style={style}
      onClick={(event) => onOpen(item.id, event.currentTarget)}
      onKeyDown={handleKeyDown}
      className="absolute z-1 cursor-pointer rounded-tag text-left"
    >
      {content}
      {segment.hasStart && <span data-edge="start" style={{ ...EDGE, top: 0 }} />}
      {segment.hasEnd && <span data-edge="end" style={{ ...EDGE, bottom: 0 }} />}
    </button>
  )
}

/** Touch needs a larger edge. At most 30 %, so that the middle of a short block can still be dragged. */
const EDGE_HEIGHT = matchMedia('(pointer: coarse)').matches ? 'min(12px, 30%)' : 'min(6px, 30%)'
const EDGE = { position: 'absolute', left: 0, right: 0, height: EDGE_HEIGHT, cursor: 'ns-resize' } as const

interface BlockContentProps extends Pick<WeekBlockProps, 'item' | 'segment' | 'day' | 'dayRem'> {
  times: string
  duration: string
}

/** Pauses are paler than work. */
function BlockContent({ item, segment, day, dayRem, times, duration }: BlockContentProps) {
  const { theme } = useTheme()
  const color = toMarkColor(item.color, theme)
  const height = segment.bottom - segment.top
  return (
    <span
      aria-hidden="true"
      style={{ borderColor: mix(color, item.isRunning ? 100 : 55), backgroundColor: mix(color, 8) }}
      className="relative block h-full overflow-clip rounded-tag border"
    >
      {item.segments.map(([start, end]) => {
        const part = toDaySegment({ start, end }, day, dayRem)
        if (part === undefined) return null
        const [top, length] = [part.top - segment.top, part.bottom - part.top]
        return (
          <span
            key={start}
            style={{ top: share(top, height), height: share(length, height), backgroundColor: mix(color, 26) }}
            className="absolute inset-x-0"
          />
        )
      })}
      <BlockText item={item} times={times} duration={duration} lineCount={linesIn(height, dayRem)} />
    </span>
  )
}

interface BlockTextProps {
  item: WeekItem
  times: string
  duration: string
  lineCount: number
}

/** Whole lines only. The duration is in the first one if there is room beside the name. */
function BlockText({ item: { name, details }, times, duration, lineCount }: BlockTextProps) {
  return (
    <span style={{ lineHeight: LINE }} className="relative block px-1.5 text-minimum text-ink">
      <span style={{ height: LINE }} className="flex flex-wrap gap-x-1.5 overflow-clip">
        <span style={{ flexBasis: '4.5rem' }} className="min-w-0 flex-1 truncate font-strong">
          {name}
        </span>
        <span className="flex-none text-ink-2 tabular-nums">{duration}</span>
      </span>
      {lineCount >= 2 && <span className="block truncate text-ink-2 tabular-nums">{times}</span>}
      {lineCount >= 3 && (
        <span style={{ ...CLAMPED, WebkitLineClamp: lineCount - 2 }} className="text-ink-2">
          {details}
        </span>
      )}
    </span>
  )
}

const LINE = `${LINE_REM}rem`
const CLAMPED = { display: '-webkit-box', WebkitBoxOrient: 'vertical', overflow: 'hidden' } as const

const share = (part: number, whole: number) => `${(100 * part) / whole}%`
const mix = (color: string, percent: number) => `color-mix(in oklab, ${color} ${percent}%, var(--surface))`
