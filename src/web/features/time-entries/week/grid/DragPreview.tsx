import type { Ref } from 'react'
import { markColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { TimeRange } from './drag.ts'
import { toDayPercent, toDaySegment, type GridDay } from './day-segments.ts'
import { useTimeFormat } from '#web/features/time-entries/data/useTimeFormat.ts'
import type { WeekItem } from './week-item.ts'

interface DragPreviewProps {
  span: TimeRange
  day: GridDay
  /** What is dragged, unless it is new. */
  item: WeekItem | undefined
  ref: Ref<HTMLDivElement> | undefined
}

/** What there will be when the pointer lets go, with its times. */
export function DragPreview({ span, day, item, ref }: DragPreviewProps) {
  const { language } = useTranslation()
  const { theme } = useTheme()
  const clock = useTimeFormat()
  const piece = toDaySegment(span, day)
  if (piece === undefined) return null
  const color = item === undefined ? 'var(--accent)' : markColor(item.color, theme)
  return (
    <div
      ref={ref}
      style={{
        top: toDayPercent(piece.top),
        height: toDayPercent(piece.bottom - piece.top),
        borderColor: color,
        backgroundColor: `color-mix(in oklab, ${color} 30%, var(--surface))`,
      }}
      className="pointer-events-none absolute inset-x-0 z-2 rounded-tag border px-1.5 text-minimum leading-4 text-ink tabular-nums shadow-pop"
    >
      <span className="font-strong whitespace-nowrap">
        {clock(span.start)} – {clock(span.end)}
      </span>{' '}
      <span className="whitespace-nowrap text-ink-2">{formatDuration(span.end - span.start, language)}</span>
    </div>
  )
}
