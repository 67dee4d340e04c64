import { useEffect, useRef } from 'react'

/** Runs when the component first appears. While developing React appears twice, and a token is good only once. */
export function useEffectOnce(action: () => void) {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    action()
  })
}
