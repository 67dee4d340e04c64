import { useEffect, useRef } from 'react'

/** Opens the place that a step leads to. Steps that come faster than the page is rendered add up. */
export function useSteps<Place>(place: Place, open: (place: Place) => void) {
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  }, [place])
  return (step: (from: Place) => Place | undefined) => {
    const next = step(latest.current)
    if (next === undefined) return
    latest.current = next
    open(next)
  }
}
