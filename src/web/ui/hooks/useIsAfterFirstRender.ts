import { useDeferredValue } from 'react'

/**
 * False while a part is first drawn and true right after, when the rest is drawn in pieces: all in one go, a slow telephone
 * would show nothing and hear nobody for a while.
 */
export const useIsAfterFirstRender = () => useDeferredValue(true, false)
