import { useContext, useEffect, useRef } from 'react'
import { ComboBoxStateContext } from 'react-aria-components'

interface HighlightBestProps {
  /** The id of an option, or the first in the list. Undefined: none. */
  best: string | undefined
}

/** Highlights an option while the user types, and when the list opens with typed text, so that Enter takes it. */
export function HighlightBest({ best }: HighlightBestProps) {
  const state = useContext(ComboBoxStateContext)
  const isListed = state !== null && best !== undefined && state.collection.getItem(best) !== null
  const key = isListed ? best : state?.collection.getFirstKey()
  const shown = state?.isOpen === true ? best : undefined
  const lastShown = useRef<string>(undefined)
  useEffect(() => {
    const isNew = shown !== lastShown.current
    lastShown.current = shown
    const isNeeded = shown !== undefined && (isNew || state?.selectionManager.focusedKey === null)
    if (isNeeded && key !== undefined && key !== null) state?.selectionManager.setFocusedKey(key)
  })
  return null
}
