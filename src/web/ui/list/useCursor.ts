import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The row that the keyboard is at. When it goes away, its place is taken by the one that moves up. */
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
    if (!isGone || !isHere.current || id === undefined) return
    return whenFocusIsFree(() => linkIn(list.current, id)?.focus())
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

/** Also when the focus is nowhere: its element went with the row. */
const isAbovePage = (element: Element | null) => (element?.closest('#main, #root nav') ?? null) === null

/** A menu or a dialog that asked what to do with the row may still be closing. */
function whenFocusIsFree(action: () => void) {
  let frame = requestAnimationFrame(function check() {
    if (document.activeElement === document.body) action()
    else if (isAbovePage(document.activeElement)) frame = requestAnimationFrame(check)
  })
  return () => cancelAnimationFrame(frame)
}
