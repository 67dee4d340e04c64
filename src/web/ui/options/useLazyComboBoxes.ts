import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import type * as ComboBoxes from './combo-boxes.ts'

let loaded: typeof ComboBoxes | undefined
const load = async () => (loaded ??= await import('./combo-boxes.ts'))

/**
 * Loads the combo boxes when one is first focused, because their code is large and many forms need none. Until then a
 * plain input replaces them, and its text is passed on.
 */
export function useLazyComboBoxes(autoFocus: boolean) {
  const ref = useRef<HTMLInputElement>(null)
  const [comboBoxes, setComboBoxes] = useState(loaded)
  const [typed, setTyped] = useState<string>()
  const [isFocused, setIsFocused] = useState(autoFocus)
  const [isReplaced, setIsReplaced] = useState(false)
  useEffect(() => {
    const input = document.activeElement
    if (!isReplaced || !(input instanceof HTMLInputElement)) return
    if (typed === undefined) input.select()
    else input.setSelectionRange(typed.length, typed.length)
    // Runs once, when the loaded component replaces the input.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReplaced])

  const replaceInput = () => {
    setIsFocused(document.activeElement === ref.current)
    setIsReplaced(document.activeElement === ref.current)
    setComboBoxes(loaded)
  }
  return {
    comboBoxes,
    /** For the loaded component: it continues where the plain input was. */
    handoverProps: { autoFocus: isFocused, ...(typed !== undefined && { initialText: typed }) },
    typed,
    inputProps: {
      ref,
      autoFocus,
      role: 'combobox',
      autoComplete: 'off',
      'aria-expanded': false,
      onPointerEnter: () => void load().catch(() => undefined),
      onFocus: () => loadChunkThen(load, replaceInput),
      // The next key replaces the whole name.
      onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => typed === undefined && currentTarget.select(),
      onBlur: () => setTyped(undefined),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
      // The typed text selects nothing yet, so Enter must not submit the form.
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && typed !== undefined && event.preventDefault(),
    },
  } as const
}
