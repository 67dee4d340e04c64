import { useEffect, useState } from 'react'
import { dateOf } from '#core/zone.ts'

const MINUTE_MS = 60_000

export const currentZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The present date of this device's zone, also for who leaves the page open overnight. */
export function useToday() {
  const [today, setToday] = useState(readToday)
  useEffect(() => {
    const interval = setInterval(() => setToday(readToday()), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return today
}

const readToday = () => dateOf(Date.now(), currentZone())
