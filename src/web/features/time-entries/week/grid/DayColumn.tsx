import { type ReactNode, useMemo } from 'react'
import { HAIRLINE } from './HourRuler.tsx'
import { toDayPercent, layOutDay, type GridDay } from './day-segments.ts'
import type { WeekItem } from './week-item.ts'
import { WeekBlock, type WeekBlockProps } from './WeekBlock.tsx'

export interface DayColumnProps extends Pick<WeekBlockProps, 'onOpen' | 'onDelete'> {
  day: GridDay
  items: readonly WeekItem[]
  titleId: string
  /** The one that is being dragged: it still shows where it was. */
  faded: string | undefined
  children: ReactNode
}

export function DayColumn({ day, items, titleId, faded, children, ...actions }: DayColumnProps) {
  const pieces = useMemo(() => layOutDay(items, day), [items, day])
  return (
    <section aria-labelledby={titleId} style={{ borderLeft: HAIRLINE }} className="relative min-w-0 flex-1">
      {day.scale.skippedHours.map(([from, to]) => (
        <div
          key={from}
          style={{ top: toDayPercent(from), height: toDayPercent(to - from) }}
          className="absolute inset-x-0 bg-hover"
        />
      ))}
      <ul aria-labelledby={titleId} className="contents">
        {pieces.map(({ item, ...piece }) => (
          <li key={item.id} data-row={item.id} className="contents">
            <WeekBlock item={item} segment={piece} day={day} isFaded={item.id === faded} {...actions} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
