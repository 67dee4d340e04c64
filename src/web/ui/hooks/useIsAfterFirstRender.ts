import { useDeferredValue } from 'react'

/**
 * False in the first render and true in a deferred, interruptible second one. Rendering everything at once would block
 * a slow phone.
 */
export const useIsAfterFirstRender = () => useDeferredValue(true, false)
