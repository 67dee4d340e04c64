import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows are drawn this many at a time, so that a small scroll draws nothing. */
const RANGE_STEP = 8

/** Which part of a long element is on or near the screen, counted in units of which it is `total` high. */
export function useVisibleRange(ref: RefObject<HTMLElement | null>, total: number) {
  // No more than a telephone shows: where there is room for more, that is seen at once.
  const [range, setRange] = useState({ from: 0, to: 2 * RANGE_STEP })

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || total === 0) return
    const measure = () => {
      const { top, height } = element.getBoundingClientRect()
      const unit = height / total
      const from = Math.floor((-top / unit - RANGE_STEP) / RANGE_STEP) * RANGE_STEP
      const to = Math.ceil(((innerHeight - top) / unit + RANGE_STEP) / RANGE_STEP) * RANGE_STEP
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
