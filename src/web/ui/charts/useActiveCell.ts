import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Where the first cell of a chart begins, and the way from each to the next. */
interface CellGrid {
  x: number
  y: number
  across: number
  down: number
}

/** Which mark of a chart is pointed at. Cells are numbered down the columns; arrow keys move, Esc lets go. */
export function useActiveCell(count: number, rows: number) {
  const [active, setActive] = useState<number>()

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setActive(undefined)
    const from = active ?? count - 1
    const targets: Record<string, number> = {
      ArrowLeft: from - rows,
      ArrowRight: from + rows,
      ArrowUp: rows > 1 ? from - 1 : from,
      ArrowDown: rows > 1 ? from + 1 : from,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    if (target >= 0 && target < count) setActive(target)
  }

  /** For cells that are drawn as one: finds the one under the pointer. */
  const activateAtPointer =
    ({ x, y, across, down }: CellGrid) =>
    ({ currentTarget, clientX, clientY }: PointerEvent) => {
      const { left, top } = currentTarget.getBoundingClientRect()
      const column = Math.floor((clientX - left - x) / across)
      const row = Math.floor((clientY - top - y) / down)
      const index = column * rows + row
      if (column >= 0 && row >= 0 && row < rows && index < count) setActive(index)
    }

  const chartProps = {
    tabIndex: 0,
    onKeyDown: handleKeyDown,
    onFocus: () => setActive((current) => current ?? count - 1),
    onBlur: () => setActive(undefined),
    onPointerLeave: () => setActive(undefined),
  }
  return {
    active: active !== undefined && active < count ? active : undefined,
    setActive,
    pointIn: activateAtPointer,
    chartProps,
  }
}
