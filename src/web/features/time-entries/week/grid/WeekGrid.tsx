import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useRowCursor } from '#web/ui/list/useRowCursor.ts'
import { findVisibleItems, type GridDay } from './day-segments.ts'
import { DayColumn, type DayColumnProps } from './DayColumn.tsx'
import type { DragHandle, TimeRange } from './drag.ts'
import { DragPreview } from './DragPreview.tsx'
import { HourRuler, RULED, RULER_WIDTH } from './HourRuler.tsx'
import { NowLine } from './NowLine.tsx'
import { useDrag } from './useDrag.ts'
import type { WeekItem } from './week-item.ts'

/** First scroll position, as a share of the day: 07:30, shortly before a usual working day. */
const MORNING_SHARE = 7.5 / 24
const HEIGHT = '78rem'

interface WeekGridProps extends Pick<DayColumnProps, 'onOpen' | 'onDelete'> {
  days: readonly GridDay[]
  items: readonly WeekItem[]
  zone: string
  /** Sticky, above the days. */
  heading: ReactNode
  /** Id of the element that names the day of a date. */
  titleId: (date: string) => string
  onDrop: (handle: DragHandle, range: TimeRange) => void
  /** A drawn range whose form is still open. */
  draft: TimeRange | undefined
  draftRef: RefObject<HTMLDivElement | null>
  /** A message for an empty week. */
  children: ReactNode
}

/** Days side by side with a block for each entry. Blocks can be drawn, moved and resized. */
export function WeekGrid({ days, items, zone, heading, titleId, draft, draftRef, ...props }: WeekGridProps) {
  const { onDrop, children, ...actions } = props
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const blocks = useMemo(
    () =>
      findVisibleItems(days, items)
        .filter(isDraggable)
        .map(({ id }) => id),
    [days, items],
  )
  const cursor = useRowCursor(area, blocks)
  const scales = useMemo(() => days.map(({ scale }) => scale), [days])
  const findRange = (id: string) => items.find((item) => item.id === id && isDraggable(item))
  const { drag, handlers } = useDrag(area, { scales, zone, findRange, onDrop })
  const scroller = useScrollToMorning()
  const dragged = drag && items.find(({ id }) => drag.handle.part !== 'space' && id === drag.handle.id)
  const previewRange = drag?.range ?? draft

  return (
    <div
      ref={scroller}
      data-scroller=""
      style={{ maxHeight: 'calc(100dvh - 15rem)', minHeight: '26rem' }}
      className="relative overflow-y-auto rounded-panel border border-line bg-surface"
    >
      {heading}
      <div style={MESSAGE_POSITION} className="sticky z-2 grid place-items-center">
        {children}
      </div>
      <div className="relative flex" style={{ height: HEIGHT }}>
        <HourRuler />
        <div
          ref={area}
          role="group"
          aria-label={t('entries.week.week')}
          // Receives the focus when the last block is deleted.
          tabIndex={-1}
          {...cursor.handlers}
          {...handlers}
          style={{ backgroundImage: RULED, backgroundSize: `100% calc(100% / 24)` }}
          className="relative flex min-w-0 flex-1 select-none"
        >
          {days.map((day) => (
            <DayColumn
              key={day.date}
              day={day}
              items={items}
              titleId={titleId(day.date)}
              draggedId={dragged?.id}
              {...actions}
            >
              {previewRange && <DragPreview range={previewRange} day={day} item={dragged} ref={draft && draftRef} />}
              <NowLine day={day} />
            </DayColumn>
          ))}
        </div>
      </div>
    </div>
  )
}

/** High enough to be visible on a phone, which shows only part of the grid. */
const MESSAGE_POSITION = { height: 0, top: '35%', paddingLeft: RULER_WIDTH }

const isDraggable = ({ isRunning }: WeekItem) => !isRunning

/** Only on mount: the scroll position stays when the week changes. */
function useScrollToMorning() {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight * MORNING_SHARE
  }, [])
  return scroller
}
