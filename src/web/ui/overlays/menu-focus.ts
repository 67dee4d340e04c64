import { useEffect, useRef } from 'react'

/** Goes on once the menu has closed and returned the focus: what opens then will return it to the same place. */
export function afterMenuCloses(goOn: () => void) {
  const isOpen = document.querySelector('[role=menu]') !== null
  requestAnimationFrame(isOpen ? () => afterMenuCloses(goOn) : goOn)
}

/**
 * For a menu that is loaded by the press on its button. That button made room for the menu's own: the first time, the
 * menu cannot return the focus to it.
 */
export function useRefocusAfterFirstOpen() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    afterMenuCloses(() => {
      if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
    })
  }, [])
  return place
}
