import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DAY_MS } from '#core/time/units.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { useRowCursor } from '#web/ui/list/useRowCursor.ts'
import { DAY_REM, findVisibleItems, type GridDay } from './day-segments.ts'
import { type DayBackdrop, DayColumn, type DayColumnProps } from './DayColumn.tsx'
import type { DragHandle, TimeRange } from './drag.ts'
import { DragPreview } from './DragPreview.tsx'
import { HourRuler, RULED, RULER_WIDTH } from './HourRuler.tsx'
import { NowLine } from './NowLine.tsx'
import { openingView } from './opening-view.ts'
import { useDrag } from './useDrag.ts'
import type { WeekItem } from './week-item.ts'

interface WeekGridProps extends Pick<DayColumnProps, 'onOpen' | 'onDelete'> {
  days: readonly GridDay[]
  items: readonly WeekItem[]
  isLoading: boolean
  zone: string
  /** Sticky, above the days. */
  heading: ReactNode
  /** Id of the element that names the day of a date. */
  titleId: (date: string) => string
  onDrop: (handle: DragHandle, range: TimeRange) => void
  /** A drawn range whose form is still open. */
  draft: TimeRange | undefined
  draftRef: RefObject<HTMLDivElement | null>
  /** What a day shows behind its entries. */
  backdropOf?: (day: GridDay, dayRem: number) => DayBackdrop | undefined
  /** A message for an empty week. */
  children: ReactNode
}

/** Days side by side with a block for each entry. Blocks can be drawn, moved and resized. */
export function WeekGrid({ days, items, zone, heading, titleId, draft, draftRef, ...props }: WeekGridProps) {
  const { isLoading, onDrop, backdropOf, children, ...actions } = props
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const cursorHandlers = useBlockCursor(area, days, items)
  const scales = useMemo(() => days.map(({ scale }) => scale), [days])
  const findRange = (id: string) => items.find((item) => item.id === id && isDraggable(item))
  const { drag, handlers } = useDrag(area, { scales, zone, findRange, onDrop })
  const { scroller, dayRem } = useOpeningView(area, { days, items, isLoading })
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
      <div className="relative flex" style={{ height: `${dayRem}rem` }}>
        <HourRuler />
        <div
          ref={area}
          role="group"
          aria-label={t('entries.week.week')}
          // Receives the focus when the last block is deleted.
          tabIndex={-1}
          {...cursorHandlers}
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
              dayRem={dayRem}
              backdrop={backdropOf?.(day, dayRem)}
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

/** J and K, and the arrow keys on a block, move the focus between blocks. */
function useBlockCursor(area: RefObject<HTMLElement | null>, days: readonly GridDay[], items: readonly WeekItem[]) {
  const blocks = useMemo(
    () =>
      findVisibleItems(days, items)
        .filter(isDraggable)
        .map(({ id }) => id),
    [days, items],
  )
  const { move, handlers } = useRowCursor(area, blocks)
  useShortcuts({ j: () => move(1), k: () => move(-1) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  }
  return { ...handlers, onKeyDown }
}

/**
 * The part of the days that is on the screen when the week opens: bars at the bottom of a phone may cover the rest.
 * Set on mount, and once more when the entries have loaded. Later the user's scroll position stays.
 */
function useOpeningView(
  area: RefObject<HTMLElement | null>,
  { days, items, isLoading }: Pick<WeekGridProps, 'days' | 'items' | 'isLoading'>,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const [opening, setOpening] = useState({ dayRem: DAY_REM, topMs: 0 })
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (scroller.current === null || area.current === null || isDone.current) return
    isDone.current = !isLoading
    const headingPx = scroller.current.scrollHeight - area.current.offsetHeight
    const { fontSize, scrollPaddingBottom } = getComputedStyle(document.documentElement)
    const screenBottom = innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)
    const { top, bottom } = scroller.current.getBoundingClientRect()
    const viewPx = Math.max(0, Math.min(bottom, screenBottom) - top - headingPx)
    setOpening(openingView({ days, items, now: Date.now(), viewRem: viewPx / Number.parseFloat(fontSize) }))
  }, [area, days, items, isLoading])
  useLayoutEffect(() => {
    if (scroller.current === null || area.current === null) return
    scroller.current.scrollTop = area.current.offsetHeight * (opening.topMs / DAY_MS)
  }, [area, opening])
  return { scroller, dayRem: opening.dayRem }
}
