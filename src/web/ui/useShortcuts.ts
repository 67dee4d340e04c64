import { useEffect, useRef } from 'react'

const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'
/** What Space presses by itself. */
const PRESSABLE = 'button, input, summary, [role=button]'
const ABOVE_THE_PAGE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Single keys of a page. They rest while something is typed and in whatever is open above the page. */
export function useShortcuts(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      const isElsewhere =
        event.target instanceof Element && event.target.closest(`${TYPING}, ${ABOVE_THE_PAGE}`) !== null
      const action = latest.current[event.key.toLowerCase()]
      if (action === undefined || isModified || isElsewhere || isPress(event) || event.defaultPrevented) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** Space on a button is for the button, and held down it counts once. */
const isPress = ({ key, repeat, target }: KeyboardEvent) =>
  key === ' ' && (repeat || (target instanceof Element && target.closest(PRESSABLE) !== null))
