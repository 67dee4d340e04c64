import { useEffect, useRef, useState } from 'react'
import { whenFocusIsLost } from './lost-focus.ts'

/** Moves the focus to the list when the focused row has been removed. `keepFocus` is called before a removal. */
export function useFocusAfterRemoval(count: number | undefined) {
  const container = useRef<HTMLDivElement>(null)
  const [previousCount, setPreviousCount] = useState<number>()
  useEffect(() => {
    if (previousCount === undefined || count === previousCount) return undefined
    return whenFocusIsLost(() => container.current?.focus())
  }, [count, previousCount])
  return { container, keepFocus: () => setPreviousCount(count) }
}
