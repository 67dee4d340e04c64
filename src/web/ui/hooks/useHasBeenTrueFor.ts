import { useEffect, useState } from 'react'

/** Whether the condition has been true for `durationMs` without a break. */
export function useHasBeenTrueFor(isTrue: boolean, durationMs: number) {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timeout = setTimeout(() => setHasLasted(true), durationMs)
    return () => {
      clearTimeout(timeout)
      setHasLasted(false)
    }
  }, [isTrue, durationMs])
  return hasLasted
}
