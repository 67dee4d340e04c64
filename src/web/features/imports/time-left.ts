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

/** Estimates the time left at the average speed since the first measurement. Work that begins again is measured anew. */
export function useTimeLeft({ at, done }: Measurement, total: number) {
  const [first, setFirst] = useState({ at, done })
  if (done < first.done) setFirst({ at, done })
  return estimateTimeLeft(first, { at, done }, total)
}
