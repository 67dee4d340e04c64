import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#core/units.ts'
import { dateOf } from '#core/zone.ts'

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
