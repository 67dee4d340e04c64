import { useEffect, useRef } from 'react'

/** Goes on once the menu has closed and returned the focus: what opens then will return it to the same place. */
export function afterMenu(goOn: () => void) {
  const isOpen = document.querySelector('[role=menu]') !== null
  requestAnimationFrame(isOpen ? () => afterMenu(goOn) : goOn)
}

/**
 * For a menu that is loaded by the press on its button. That button made room for the menu's own: the first time, the
 * menu cannot return the focus to it.
 */
export function useFocusAfterFirst() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    afterMenu(() => {
      if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
    })
  }, [])
  return place
}
