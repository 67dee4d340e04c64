import { type ReactNode, useMemo } from 'react'
import { toDayPercent, layOutDay, type GridDay } from './day-segments.ts'
import { HAIRLINE } from './HourRuler.tsx'
import type { WeekItem } from './week-item.ts'
import { WeekBlock, type WeekBlockProps } from './WeekBlock.tsx'

/** What a day shows behind its entries. */
export interface DayBackdrop {
  content: ReactNode
  /** The width at the right of the day that entries leave free for it. */
  gutter: string
}

export interface DayColumnProps extends Pick<WeekBlockProps, 'dayRem' | 'onOpen' | 'onDelete'> {
  day: GridDay
  items: readonly WeekItem[]
  titleId: string
  /** Id of the dragged item, which stays at its old position half transparent. */
  draggedId: string | undefined
  /** Calendar events, which lie behind the entries. */
  backdrop: DayBackdrop | undefined
  children: ReactNode
}

export function DayColumn({ day, items, titleId, draggedId, backdrop, children, ...block }: DayColumnProps) {
  const { dayRem } = block
  const segments = useMemo(() => layOutDay(items, day, dayRem), [items, day, dayRem])
  return (
    <section aria-labelledby={titleId} style={{ borderLeft: HAIRLINE }} className="relative min-w-0 flex-1">
      {day.scale.skippedHours.map(([from, to]) => (
        <div
          key={from}
          style={{ top: toDayPercent(from), height: toDayPercent(to - from) }}
          className="absolute inset-x-0 bg-hover"
        />
      ))}
      {backdrop?.content}
      <ul aria-labelledby={titleId} className="contents">
        {segments.map(({ item, ...segment }) => (
          <li key={item.id} data-row={item.id} className="contents">
            <WeekBlock
              item={item}
              segment={segment}
              day={day}
              isFaded={item.id === draggedId}
              gutter={backdrop?.gutter ?? '0px'}
              {...block}
            />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
