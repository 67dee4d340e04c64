import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#core/time/units.ts'

/** The last midnight; updates while the page stays open overnight. */
export function useToday() {
  const [today, setToday] = useState(() => new Date().setHours(0, 0, 0, 0))
  useEffect(() => {
    const interval = setInterval(() => setToday(new Date().setHours(0, 0, 0, 0)), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return today
}
