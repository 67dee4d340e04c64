import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DAY_MS } from '#core/time/units.ts'
import { draggedRange, FINE_SNAP_MS, SNAP_MS } from './drag.ts'
import type { Drag, DragHandle, GridPosition, TimeRange, WeekScales } from './drag.ts'

/** Smaller movements count as a click. A finger moves a little even while it rests, so its threshold is larger. */
const DRAG_THRESHOLD_PX = { mouse: 4, touch: 10 }
/** A touch starts a drag after this time; moving earlier scrolls the page. */
const LONG_PRESS_MS = 350
/** A drag this close to the edge of the scroll area scrolls it. */
const SCROLL_ZONE_PX = 28

interface PointerPress {
  pointer: number
  x: number
  y: number
  handle: DragHandle
  from: GridPosition
  timeout: ReturnType<typeof setTimeout> | undefined
}

export interface DragOptions extends WeekScales {
  findRange: (id: string) => TimeRange | undefined
  onDrop: (handle: DragHandle, range: TimeRange) => void
}

/** Makes `[data-block]` elements, their `[data-edge]` elements and empty space in a grid of days draggable. */
export function useDrag(area: RefObject<HTMLElement | null>, { findRange, onDrop, ...week }: DragOptions) {
  const { drag, latestDrag, updateDrag } = useDragState()
  const press = useRef<PointerPress>(undefined)
  const hasDragged = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timeout)
    press.current = undefined
    updateDrag(undefined)
  }
  usePreventTouchScroll(area, drag !== undefined)
  useEscape(drag !== undefined, end)

  const begin = ({ handle, from, pointer }: PointerPress, to = from) => {
    hasDragged.current = true
    area.current?.setPointerCapture(pointer)
    updateDrag({ handle, from, to, stepMs: SNAP_MS })
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasDragged.current = false
      const handle = dragHandleAt(event.target as Element, findRange)
      if (handle === undefined || event.button !== 0 || !event.isPrimary) return
      const started: PointerPress = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        handle,
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
      const to = positionAt(event.currentTarget, event, week.scales.length)
      if (latestDrag.current !== undefined) {
        autoScroll(event.currentTarget, event.clientY)
        updateDrag({ ...latestDrag.current, to, stepMs: event.altKey ? FINE_SNAP_MS : SNAP_MS })
      } else if (isFar && isTouch) end()
      else if (isFar) begin(current, to)
    },
    onPointerUp: () => {
      const { current } = latestDrag
      if (current !== undefined) onDrop(current.handle, draggedRange(current, week))
      end()
    },
    onPointerCancel: end,
    /** Some browsers open a context menu on a long press. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.timeout !== undefined) event.preventDefault()
    },
    /** The click event that follows a drag must not open the entry. */
    onClickCapture: (event: MouseEvent) => {
      if (hasDragged.current) event.stopPropagation()
      hasDragged.current = false
    },
  }
  return { drag: drag && { handle: drag.handle, range: draggedRange(drag, week) }, handlers }
}

/** A fast drag may end before React renders its beginning, so event handlers read the latest state from a ref. */
function useDragState() {
  const [drag, setDrag] = useState<Drag>()
  const latestDrag = useRef<Drag>(undefined)
  const updateDrag = (next: Drag | undefined) => {
    latestDrag.current = next
    setDrag(next)
  }
  return { drag, latestDrag, updateDrag }
}

function dragHandleAt(target: Element, findRange: DragOptions['findRange']): DragHandle | undefined {
  const id = target.closest<HTMLElement>('[data-block]')?.dataset['block']
  if (id === undefined) return { part: 'space' }
  const range = findRange(id)
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge']
  return range && { part: edge === 'start' || edge === 'end' ? edge : 'block', id, range }
}

/** A pointer outside the grid is clamped to its nearest day and time. */
function positionAt(area: HTMLElement, { clientX, clientY }: PointerEvent<HTMLElement>, days: number): GridPosition {
  const { left, top, width, height } = area.getBoundingClientRect()
  const clamp = (share: number) => Math.max(0, Math.min(share, 1))
  return {
    day: Math.min(Math.floor(clamp((clientX - left) / width) * days), days - 1),
    clockMs: clamp((clientY - top) / height) * DAY_MS,
  }
}

function autoScroll(area: HTMLElement, y: number) {
  const box = area.closest('[data-scroller]')
  if (box === null) return
  const { top, bottom } = box.getBoundingClientRect()
  if (y > bottom - SCROLL_ZONE_PX) box.scrollBy(0, SCROLL_ZONE_PX / 2)
  else if (y < top + 2 * SCROLL_ZONE_PX) box.scrollBy(0, -SCROLL_ZONE_PX / 2)
}

/** Stops touch scrolling during a drag. The listener must be there before the touch, and React's are passive. */
function usePreventTouchScroll(area: RefObject<HTMLElement | null>, isDragging: boolean) {
  const isDraggingNow = useRef(isDragging)
  useLayoutEffect(() => {
    isDraggingNow.current = isDragging
  }, [isDragging])
  useEffect(() => {
    const element = area.current
    const preventScroll = (event: TouchEvent) => isDraggingNow.current && event.cancelable && event.preventDefault()
    element?.addEventListener('touchmove', preventScroll, { passive: false })
    return () => element?.removeEventListener('touchmove', preventScroll)
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
