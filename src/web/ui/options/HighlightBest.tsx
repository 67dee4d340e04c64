import { useContext, useEffect } from 'react'
import { ComboBoxStateContext } from 'react-aria-components'

interface HighlightBestProps {
  /** The id of an option, or the first in the list. Undefined: none. */
  best: string | undefined
}

/** Highlights an option while the user types, so that Enter takes it. */
export function HighlightBest({ best }: HighlightBestProps) {
  const state = useContext(ComboBoxStateContext)
  const isListed = state !== null && best !== undefined && state.collection.getItem(best) !== null
  const key = isListed ? best : state?.collection.getFirstKey()
  const isMissing = best !== undefined && state?.isOpen === true && state.selectionManager.focusedKey === null
  useEffect(() => {
    if (isMissing && key !== undefined && key !== null) state?.selectionManager.setFocusedKey(key)
  })
  return null
}
