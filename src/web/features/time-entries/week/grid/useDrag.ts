import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DAY_MS } from '#core/units.ts'
import {
  type Drag,
  draggedRange,
  FINE_SNAP_MS,
  type DragHandle,
  type TimeRange,
  type GridPosition,
  SNAP_MS,
  type WeekScales,
} from './drag.ts'

/** A mouse that moves less only presses; a finger is never quite still. */
const DRAG_THRESHOLD_PX = { mouse: 4, touch: 10 }
/** A finger that stays as long wants to drag; one that moves before scrolls. */
const LONG_PRESS_MS = 350
/** Near the edge of what can be scrolled it scrolls along. */
const SCROLL_ZONE_PX = 28

interface PointerPress {
  pointer: number
  x: number
  y: number
  grip: DragHandle
  from: GridPosition
  timeout: ReturnType<typeof setTimeout> | undefined
}

export interface DragOptions extends WeekScales {
  findRange: (id: string) => TimeRange | undefined
  onDrop: (grip: DragHandle, span: TimeRange) => void
}

/** Drags on an element that shows days side by side: `[data-block]` and `[data-edge]` in it can be taken hold of. */
export function useDrag(area: RefObject<HTMLElement | null>, { findRange: spanOf, onDrop, ...week }: DragOptions) {
  const [drag, setDrag] = useState<Drag>()
  const press = useRef<PointerPress>(undefined)
  const hasDragged = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timeout)
    press.current = undefined
    setDrag(undefined)
  }
  usePreventTouchScroll(area, drag !== undefined)
  useEscape(drag !== undefined, end)

  const begin = ({ grip, from, pointer }: PointerPress) => {
    hasDragged.current = true
    area.current?.setPointerCapture(pointer)
    setDrag({ handle: grip, from, to: from, stepMs: SNAP_MS })
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasDragged.current = false
      const grip = dragHandleAt(event.target as Element, spanOf)
      if (grip === undefined || event.button !== 0 || !event.isPrimary) return
      const started: PointerPress = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        grip,
        from: positionAt(event.currentTarget, event, week.scales.length),
        timeout: event.pointerType === 'touch' ? setTimeout(() => begin(started), LONG_PRESS_MS) : undefined,
      }
      press.current = started
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = press
      if (current?.pointer !== event.pointerId) return
      const isTouch = event.pointerType === 'touch'
      const moved = Math.hypot(event.clientX - current.x, event.clientY - current.y)
      const isFar = moved > DRAG_THRESHOLD_PX[isTouch ? 'touch' : 'mouse']
      if (drag !== undefined) {
        autoScroll(event.currentTarget, event.clientY)
        const to = positionAt(event.currentTarget, event, week.scales.length)
        setDrag({ ...drag, to, stepMs: event.altKey ? FINE_SNAP_MS : SNAP_MS })
      } else if (isFar && isTouch) end()
      else if (isFar) begin(current)
    },
    onPointerUp: () => {
      if (drag !== undefined) onDrop(drag.handle, draggedRange(drag, week))
      end()
    },
    onPointerCancel: end,
    /** Some browsers open a menu where a finger stays. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.timeout !== undefined) event.preventDefault()
    },
    /** What ends a drag is no press. */
    onClickCapture: (event: MouseEvent) => {
      if (hasDragged.current) event.stopPropagation()
      hasDragged.current = false
    },
  }
  return { drag: drag && { grip: drag.handle, span: draggedRange(drag, week) }, handlers }
}

function dragHandleAt(target: Element, spanOf: DragOptions['findRange']): DragHandle | undefined {
  const id = target.closest<HTMLElement>('[data-block]')?.dataset['block']
  if (id === undefined) return { part: 'space' }
  const span = spanOf(id)
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge']
  return span && { part: edge === 'start' || edge === 'end' ? edge : 'block', id, range: span }
}

/** Also for a pointer that is beside the days. */
function positionAt(
  area: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  days: number,
): GridPosition {
  const { left, top, width, height } = area.getBoundingClientRect()
  const within = (share: number) => Math.max(0, Math.min(share, 1))
  return {
    day: Math.min(Math.floor(within((clientX - left) / width) * days), days - 1),
    clock: within((clientY - top) / height) * DAY_MS,
  }
}

function autoScroll(area: HTMLElement, y: number) {
  const box = area.closest('[data-scroller]')
  if (box === null) return
  const { top, bottom } = box.getBoundingClientRect()
  if (y > bottom - SCROLL_ZONE_PX) box.scrollBy(0, SCROLL_ZONE_PX / 2)
  else if (y < top + 2 * SCROLL_ZONE_PX) box.scrollBy(0, -SCROLL_ZONE_PX / 2)
}

/** A finger that drags does not scroll. Browsers look for the listener when it comes down, and React's could not forbid it. */
function usePreventTouchScroll(area: RefObject<HTMLElement | null>, isDragging: boolean) {
  const stays = useRef(isDragging)
  useLayoutEffect(() => {
    stays.current = isDragging
  }, [isDragging])
  useEffect(() => {
    const element = area.current
    const stay = (event: TouchEvent) => stays.current && event.cancelable && event.preventDefault()
    element?.addEventListener('touchmove', stay, { passive: false })
    return () => element?.removeEventListener('touchmove', stay)
  }, [area])
}

function useEscape(isDragging: boolean, cancel: () => void) {
  const latest = useRef(cancel)
  useEffect(() => {
    latest.current = cancel
  })
  useEffect(() => {
    if (!isDragging) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [isDragging])
}
