import { useCallback, useEffect, useRef } from 'react'

/** Calls back with the latest value after a pause of `waitMs`, on `flush`, or when the page is left. */
export function useDebouncedCallback<Value>(callback: (value: Value) => void, waitMs: number) {
  const latest = useRef(callback)
  const pending = useRef<{ value: Value; timeout: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    latest.current = callback
  })

  const flush = useCallback(() => {
    if (pending.current === undefined) return
    const { value, timeout } = pending.current
    clearTimeout(timeout)
    pending.current = undefined
    latest.current(value)
  }, [])

  const schedule = (value: Value) => {
    clearTimeout(pending.current?.timeout)
    pending.current = { value, timeout: setTimeout(flush, waitMs) }
  }

  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { schedule, flush }
}
