import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width an element really has, so that a graphic can be drawn to it instead of scaled: scaled text is too small. */
export function useWidth(): [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(element.clientWidth)
    // That of the element's own window, which may be another than the page.
    const { ResizeObserver } = element.ownerDocument.defaultView ?? globalThis
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  return [ref, width]
}
