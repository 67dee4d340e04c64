import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Position of the first cell of a chart, and the distances between cells. */
interface CellGrid {
  x: number
  y: number
  across: number
  down: number
}

/** The cell of a chart that is hovered or reached by arrow keys. Cells are numbered column by column. */
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

  /** For cells without elements of their own: finds the cell under the pointer. */
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
