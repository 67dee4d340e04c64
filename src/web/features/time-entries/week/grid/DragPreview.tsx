import type { Ref } from 'react'
import { toMarkColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { formatTime } from '#web/ui/display/format-time.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import { toDayPercent, toDaySegment, type GridDay } from './day-segments.ts'
import type { TimeRange } from './drag.ts'
import type { WeekItem } from './week-item.ts'

interface DragPreviewProps {
  range: TimeRange
  day: GridDay
  /** Undefined while a new entry is drawn. */
  item: WeekItem | undefined
  ref: Ref<HTMLDivElement> | undefined
}

/** The entry as it will be when the pointer is released, with its times. */
export function DragPreview({ range, day, item, ref }: DragPreviewProps) {
  const { language } = useTranslation()
  const { theme } = useTheme()
  const segment = toDaySegment(range, day)
  if (segment === undefined) return null
  const color = item === undefined ? 'var(--accent)' : toMarkColor(item.color, theme)
  return (
    <div
      ref={ref}
      style={{
        top: toDayPercent(segment.top),
        height: toDayPercent(segment.bottom - segment.top),
        borderColor: color,
        backgroundColor: `color-mix(in oklab, ${color} 30%, var(--surface))`,
      }}
      className="pointer-events-none absolute inset-x-0 z-2 rounded-tag border px-1.5 text-minimum leading-4 text-ink tabular-nums shadow-pop"
    >
      <span className="font-strong whitespace-nowrap">
        {formatTime(range.start, language)} – {formatTime(range.end, language)}
      </span>{' '}
      <span className="whitespace-nowrap text-ink-2">{formatDuration(range.end - range.start, language)}</span>
    </div>
  )
}
