import { type MouseEvent, type SyntheticEvent, useRef } from 'react'

interface Options {
  isActive?: boolean
  /** False: a click into the focused input places the caret. */
  isEveryClick?: boolean
}

/** Props of an input that selects its text when it gets the focus, so that the next key replaces it. */
export function useSelectOnFocus({ isActive = true, isEveryClick = false }: Options = {}) {
  const selectsOnRelease = useRef(false)
  return {
    onFocus: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
      selectsOnRelease.current = true
      if (isActive) currentTarget.select()
    },
    // Comes before the focus event of the same click.
    onMouseDown: () => {
      selectsOnRelease.current = isEveryClick
    },
    onMouseUp: (event: MouseEvent<HTMLInputElement>) => {
      const { currentTarget: input } = event
      if (!isActive || !selectsOnRelease.current) return
      selectsOnRelease.current = false
      // WebKit would drop the selection after the click event.
      event.preventDefault()
      // A click into the focused input has placed the caret. Text selected by dragging stays.
      if (input.selectionStart === input.selectionEnd) input.select()
    },
  }
}
