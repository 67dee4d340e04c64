import { useEffect, useState } from 'react'

/** What has been so for a while: a moment of it is not worth telling. */
export function useHasBeenTrueFor(isSo: boolean, forMs: number) {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timeout = setTimeout(() => setHasLasted(true), forMs)
    return () => {
      clearTimeout(timeout)
      setHasLasted(false)
    }
  }, [isSo, forMs])
  return hasLasted
}
