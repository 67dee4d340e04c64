import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The measured width of an element. Charts are drawn to it, not scaled: scaled text would be too small. */
export function useWidth(): [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(element.clientWidth)
    // The element may be in another window, such as the mini timer's.
    const { ResizeObserver } = element.ownerDocument.defaultView ?? globalThis
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  return [ref, width]
}
