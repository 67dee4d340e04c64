import { useEffect, useState } from 'react'

/** The time, fresh enough to tell hours and minutes. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const interval = setInterval(() => setNow(new Date()), 5_000)
    return () => clearInterval(interval)
  }, [])
  return now
}
