import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isOutsidePage, whenFocusIsLost } from '#web/ui/overlays/lost-focus.ts'

/**
 * The row that the arrow keys are at. When it is removed, the focus goes to the row that takes its position, or to the
 * list itself when no row is left.
 */
export function useRowCursor(list: RefObject<HTMLElement | null>, ids: string[]) {
  const indexes = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const [last, setLast] = useState({ id: '', index: 0 })
  const hasFocus = useRef(false)
  const index = indexes.get(last.id) ?? Math.min(last.index, ids.length - 1)
  const id = ids[index]
  const isRemoved = last.id !== '' && last.id !== id

  const focus = (index: number) => {
    const id = ids[index]
    if (id === undefined) return
    // A row far from the screen is rendered only once it is the current one.
    flushSync(() => setLast({ id, index }))
    findRowLink(list.current, id)?.focus()
  }

  useEffect(() => {
    if (!isRemoved || !hasFocus.current) return
    return whenFocusIsLost(() => (id === undefined ? list.current : findRowLink(list.current, id))?.focus())
  }, [isRemoved, id, list])

  return {
    index,
    focus,
    move: (step: number) => focus(hasFocus.current ? Math.max(0, Math.min(index + step, ids.length - 1)) : index),
    handlers: {
      onFocus: (event: FocusEvent) => {
        hasFocus.current = true
        const id = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
        if (id !== undefined) setLast({ id, index: indexes.get(id) ?? 0 })
      },
      onBlur: (event: FocusEvent) => {
        // A menu or dialog opened from a row returns the focus to it.
        hasFocus.current = isOutsidePage(event.relatedTarget)
      },
    },
  }
}

const findRowLink = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-cursor]`)
