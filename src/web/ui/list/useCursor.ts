import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isAbovePage, whenFocusIsFree } from '#web/ui/free-focus.ts'

/**
 * The row that the keyboard is at. When it goes away, its place is taken by the one that moves up, and after the last
 * one by the list, if it can have the focus.
 */
export function useCursor(list: RefObject<HTMLElement | null>, ids: string[]) {
  const places = useMemo(() => new Map(ids.map((id, place) => [id, place])), [ids])
  const [last, setLast] = useState({ id: '', place: 0 })
  const isHere = useRef(false)
  const place = places.get(last.id) ?? Math.min(last.place, ids.length - 1)
  const id = ids[place]
  const isGone = last.id !== '' && last.id !== id

  const focus = (place: number) => {
    const id = ids[place]
    if (id === undefined) return
    // The row may be far away and not drawn yet.
    flushSync(() => setLast({ id, place }))
    linkIn(list.current, id)?.focus()
  }

  useEffect(() => {
    if (!isGone || !isHere.current) return
    return whenFocusIsFree(() => (id === undefined ? list.current : linkIn(list.current, id))?.focus())
  }, [isGone, id, list])

  return {
    place,
    focus,
    move: (step: number) => focus(isHere.current ? Math.max(0, Math.min(place + step, ids.length - 1)) : place),
    handlers: {
      onFocus: (event: FocusEvent) => {
        isHere.current = true
        const id = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
        if (id !== undefined) setLast({ id, place: places.get(id) ?? 0 })
      },
      onBlur: (event: FocusEvent) => {
        isHere.current = isAbovePage(event.relatedTarget)
      },
    },
  }
}

const linkIn = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] :is(a, [data-cursor])`)
