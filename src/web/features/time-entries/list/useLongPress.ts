import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** A little less than until the browser opens its own menu. */
const LONG_PRESS_MS = 450
/** A finger moves a little even while it rests. */
const TOLERANCE_PX = 10

interface Press {
  x: number
  y: number
  timeout: ReturnType<typeof setTimeout>
}

/** Handlers of a list that run an action when a finger rests on one of its rows. */
export function useLongPress(onLongPress: (rowId: string) => void) {
  const press = useRef<Press>(undefined)
  const isDone = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timeout)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timeout), [])

  return {
    onPointerDown: ({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isDone.current = false
      const rowId = rowIdOf(target)
      if (pointerType !== 'touch' || !isPrimary || rowId === undefined) return
      const timeout = setTimeout(() => {
        isDone.current = true
        onLongPress(rowId)
      }, LONG_PRESS_MS)
      press.current = { x, y, timeout }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > TOLERANCE_PX) end()
    },
    onPointerUp: end,
    /** The finger scrolls the page. */
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (press.current !== undefined) event.preventDefault()
    },
    /** The click event that follows must not open the entry. */
    onClickCapture: (event: MouseEvent) => {
      if (isDone.current) event.stopPropagation()
      isDone.current = false
    },
  }
}

/** Undefined in the fields of an editor, where a long press selects text. */
function rowIdOf(target: EventTarget) {
  if (!(target instanceof HTMLElement || target instanceof SVGElement) || target.closest('form') !== null)
    return undefined
  return target.closest<HTMLElement>('[data-row]')?.dataset['row']
}
