import { useState } from 'react'

/** An estimate is shown only after this time, because the first ones jump. */
const MIN_MEASURED_MS = 3_000

interface Measurement {
  at: number
  done: number
}

/** How long the rest takes at the average speed since a measurement; undefined if that is not known yet. */
export function estimateTimeLeft(first: Measurement, last: Measurement, total: number) {
  const [took, gained] = [last.at - first.at, last.done - first.done]
  if (took < MIN_MEASURED_MS || gained <= 0) return undefined
  return Math.max(0, ((total - last.done) * took) / gained)
}

/** Estimates the time left of work whose progress is rendered with every change. */
export function useTimeLeft(done: number, total: number) {
  const [{ first, last }, setMeasured] = useState(() => {
    const now = { at: performance.now(), done }
    return { first: now, last: now }
  })
  // Work that begins again is measured anew.
  if (done < last.done) setMeasured({ first: { at: performance.now(), done }, last: { at: performance.now(), done } })
  else if (done > last.done) setMeasured({ first, last: { at: performance.now(), done } })
  return estimateTimeLeft(first, last, total)
}
