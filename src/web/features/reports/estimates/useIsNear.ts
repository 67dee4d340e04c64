import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element is, or has been, less than half a window below the visible part of the page. */
export function useIsNear(): [ref: RefObject<HTMLDivElement | null>, isNear: boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || ref.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '0px 0px 50%' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear]
}
