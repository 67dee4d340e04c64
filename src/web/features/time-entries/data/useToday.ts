import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#core/units.ts'

/** When the present day began, also for who leaves the page open overnight. */
export function useToday() {
  const [today, setToday] = useState(() => new Date().setHours(0, 0, 0, 0))
  useEffect(() => {
    const interval = setInterval(() => setToday(new Date().setHours(0, 0, 0, 0)), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return today
}
