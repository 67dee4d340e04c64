import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { TaskItem } from './useDayPlan.ts'

interface Drag {
  id: string
  to: number
}

/** The order of the rows of a list while one of them is dragged by its handle, and the events of the handles. */
export function useDragOrder(items: readonly TaskItem[], move: (from: number, to: number) => void) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const from = items.findIndex(({ task }) => task.id === drag?.id)
  const order = drag === undefined || from < 0 ? items : items.toSpliced(from, 1).toSpliced(drag.to, 0, items[from]!)

  /** The index of the row at a height of the window. */
  function indexAt(y: number) {
    const rows = [...(list.current?.children ?? [])]
    const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return below < 0 ? rows.length - 1 : below
  }

  const handleOf = ({ task: { id, name } }: TaskItem, index: number) => ({
    'aria-label': t('plan.move', { name, place: index + 1, count: items.length }),
    isDragged: drag?.id === id,
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, to: index })
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.id === id) setDrag({ id, to: indexAt(event.clientY) })
    },
    onPointerUp() {
      if (drag !== undefined && from >= 0) move(from, drag.to)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (step === undefined) return
      event.preventDefault()
      const to = index + step
      if (to >= 0 && to < items.length) move(index, to)
    },
  })

  return { list, order, handleOf }
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
