import { useEffect, useRef } from 'react'

/** Runs once after mount, also in strict mode, which mounts twice: tokens can only be used once. */
export function useEffectOnce(action: () => void) {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    action()
  })
}
