import { useEffect, useRef } from 'react'

/** Waits until the menu has returned the focus: a dialog opened then returns it to the same element. */
export function afterMenuCloses(callback: () => void) {
  const isOpen = document.querySelector('[role=menu]') !== null
  requestAnimationFrame(isOpen ? () => afterMenuCloses(callback) : callback)
}

/**
 * For a menu that loads when its button is clicked. The loaded menu replaces that button by its own, so the first time
 * the menu has no element to return the focus to.
 */
export function useRefocusAfterFirstOpen() {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    afterMenuCloses(() => {
      if (document.activeElement === document.body) container.current?.querySelector('button')?.focus()
    })
  }, [])
  return container
}
