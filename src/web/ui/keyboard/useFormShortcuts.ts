import { type RefObject, useEffect } from 'react'

/** Ctrl or Cmd with Enter saves and Escape leaves, wherever on the page the focus is. */
export function useFormShortcuts(saveButton: RefObject<HTMLButtonElement | null>, leave: () => void) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing || isOpen('[role=dialog], [role=alertdialog]')) return
      if (event.key === 'Escape' && !isOpen('[aria-expanded=true]')) leave()
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
    }
    const save = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      // Some fields take what was typed only when the focus leaves them.
      saveButton.current?.focus()
      setTimeout(() => saveButton.current?.click())
    }
    // Ahead of the fields: some keep what they hear to themselves, and an open list would be closed by now.
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [saveButton, leave])
}

const isOpen = (popup: string) => document.querySelector(popup) !== null
