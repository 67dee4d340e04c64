import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useRowCursor } from '#web/ui/list/useRowCursor.ts'
import type { DragHandle, TimeRange } from './drag.ts'
import { NowLine } from './NowLine.tsx'
import { findVisibleItems, type GridDay } from './day-segments.ts'
import { HourRuler, RULED, RULER_WIDTH } from './HourRuler.tsx'
import { useDrag } from './useDrag.ts'
import type { WeekItem } from './week-item.ts'
import { DragPreview } from './DragPreview.tsx'
import { DayColumn, type DayColumnProps } from './DayColumn.tsx'

/** Where the day is looked at first, as a share of it: shortly before work begins. */
const MORNING_SHARE = 7.5 / 24
const HEIGHT = '78rem'

interface WeekGridProps extends Pick<DayColumnProps, 'onOpen' | 'onDelete'> {
  days: readonly GridDay[]
  items: readonly WeekItem[]
  zone: string
  /** Above the days; stays in view. */
  heading: ReactNode
  /** The names of the days, by their dates. */
  titleId: (date: string) => string
  onDrop: (grip: DragHandle, span: TimeRange) => void
  /** What was drawn and waits for its project. */
  draft: TimeRange | undefined
  draftRef: RefObject<HTMLDivElement | null>
  /** What to say of a week without anything. */
  children: ReactNode
}

/** Days side by side with what was worked at its own times, to draw on, move about and pull longer. */
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
  const spanOf = (id: string) => items.find((item) => item.id === id && isDraggable(item))
  const { drag, handlers } = useDrag(area, { scales, zone, findRange: spanOf, onDrop })
  const scroller = useScrollToMorning()
  const dragged = drag && items.find(({ id }) => drag.grip.part !== 'space' && id === drag.grip.id)
  const ghost = drag?.span ?? draft

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
          // For the focus of the last one that is deleted.
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
              faded={dragged?.id}
              {...actions}
            >
              {ghost && <DragPreview span={ghost} day={day} item={dragged} ref={draft && draftRef} />}
              <NowLine day={day} />
            </DayColumn>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Over the days, and high enough for a phone, which does not show the grid whole. */
const MESSAGE_POSITION = { height: 0, top: '35%', paddingLeft: RULER_WIDTH }

const isDraggable = ({ isRunning: isLive }: WeekItem) => !isLive

/** Only at first: then it stays where one has scrolled, from week to week. */
function useScrollToMorning() {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight * MORNING_SHARE
  }, [])
  return scroller
}
