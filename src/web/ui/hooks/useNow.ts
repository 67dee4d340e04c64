import { useEffect, useState } from 'react'

/** The current time, updated every second. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const interval = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(interval)
  }, [])
  return now
}
