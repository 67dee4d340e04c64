import { type RefObject, useEffect } from 'react'
import { takeTypedTexts } from '#web/ui/options/typed-texts.ts'

/** Ctrl or Cmd with Enter saves and Escape leaves, wherever the focus is on the page. */
export function useFormShortcuts(saveButton: RefObject<HTMLButtonElement | null>, leave: () => void) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing || isOpen('[role=dialog], [role=alertdialog]')) return
      if (event.key === 'Escape' && !isOpen('[aria-expanded=true]')) leave()
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event)
    }
    const save = async (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      // A typed text is taken as it is. Without one, an option is highlighted because the user went to it.
      if (isOpen('[role=combobox][aria-activedescendant]:focus:not([data-typed])')) pressEnter()
      else if (!(await takeTypedTexts())) return
      // Some fields commit the typed text only on blur.
      saveButton.current?.focus()
      setTimeout(() => saveButton.current?.click())
    }
    // In the capture phase: some fields stop the event, and an open list would already be closed afterwards.
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [saveButton, leave])
}

/** Takes the highlighted option of the focused combo box. */
const pressEnter = () =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

const isOpen = (popup: string) => document.querySelector(popup) !== null
