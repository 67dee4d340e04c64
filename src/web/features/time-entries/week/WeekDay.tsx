import { type ReactNode, useMemo } from 'react'
import { HAIRLINE } from './HourRuler.tsx'
import { inDay, layOut, type ShownDay } from './pieces.ts'
import type { WeekItem } from './week-item.ts'
import { WeekBlock, type WeekBlockProps } from './WeekBlock.tsx'

export interface WeekDayProps extends Pick<WeekBlockProps, 'onOpen' | 'onDelete'> {
  day: ShownDay
  items: readonly WeekItem[]
  titleId: string
  /** The one that is being dragged: it still shows where it was. */
  faded: string | undefined
  children: ReactNode
}

export function WeekDay({ day, items, titleId, faded, children, ...actions }: WeekDayProps) {
  const pieces = useMemo(() => layOut(items, day), [items, day])
  return (
    <section aria-labelledby={titleId} style={{ borderLeft: HAIRLINE }} className="relative min-w-0 flex-1">
      {day.scale.leftOut.map(([from, to]) => (
        <div
          key={from}
          style={{ top: inDay(from), height: inDay(to - from) }}
          className="absolute inset-x-0 bg-hover"
        />
      ))}
      <ul aria-labelledby={titleId} className="contents">
        {pieces.map(({ item, ...piece }) => (
          <li key={item.id} data-row={item.id} className="contents">
            <WeekBlock item={item} piece={piece} day={day} isFaded={item.id === faded} {...actions} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
