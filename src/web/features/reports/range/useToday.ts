import { useEffect, useState } from 'react'
import { dateOf } from '#core/time/time-zone.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { currentZone } from '#web/i18n/formats.ts'

/** The current date in the user's time zone; updates when a page is left open past midnight. */
export function useToday() {
  const [today, setToday] = useState(readToday)
  useEffect(() => {
    const interval = setInterval(() => setToday(readToday()), MINUTE_MS)
    return () => clearInterval(interval)
  }, [])
  return today
}

const readToday = () => dateOf(Date.now(), currentZone())
