import { type RefObject, useLayoutEffect, useState } from 'react'

/** The range changes in steps of this many rows, so that a small scroll renders nothing. */
const RANGE_STEP = 8

/** The part of a long element that is on or near the screen, in rows. The element is `total` rows high. */
export function useVisibleRange(ref: RefObject<HTMLElement | null>, total: number) {
  // First as many rows as a phone shows; the first measurement extends the range.
  const [range, setRange] = useState({ from: 0, to: 2 * RANGE_STEP })

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || total === 0) return
    const measure = () => {
      const { top, height } = element.getBoundingClientRect()
      const rowHeight = height / total
      const from = Math.floor((-top / rowHeight - RANGE_STEP) / RANGE_STEP) * RANGE_STEP
      const to = Math.ceil(((innerHeight - top) / rowHeight + RANGE_STEP) / RANGE_STEP) * RANGE_STEP
      setRange((range) => (range.from === from && range.to === to ? range : { from, to }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [ref, total])

  return range
}
