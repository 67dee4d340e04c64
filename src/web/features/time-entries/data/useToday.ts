import { useEffect, useState } from 'react'
import { startOfDay } from '#core/time/time-zone.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { currentZone } from '#web/i18n/formats.ts'

/** The last midnight; updates while the page stays open overnight. */
export function useToday() {
  const [today, setToday] = useState(lastMidnight)
  useEffect(() => {
    const interval = setInterval(() => setToday(lastMidnight()), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return today
}

const lastMidnight = () => startOfDay(Date.now(), currentZone())
