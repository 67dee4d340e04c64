import { useCallback, useEffect, useRef } from 'react'

/** Hands on the latest of many values once they pause, or at once when asked or when the page is left. */
export function useDebouncedCallback<Value>(handOn: (value: Value) => void, waitMs: number) {
  const latest = useRef(handOn)
  const waiting = useRef<{ value: Value; timeout: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    latest.current = handOn
  })

  const flush = useCallback(() => {
    if (waiting.current === undefined) return
    const { value, timeout } = waiting.current
    clearTimeout(timeout)
    waiting.current = undefined
    latest.current(value)
  }, [])

  const schedule = (value: Value) => {
    clearTimeout(waiting.current?.timeout)
    waiting.current = { value, timeout: setTimeout(flush, waitMs) }
  }

  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { later: schedule, flush }
}
