import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import type * as Combos from './combo-boxes.ts'

let loaded: typeof Combos | undefined
const load = async () => (loaded ??= await import('./combo-boxes.ts'))

/**
 * Combo boxes are heavy, and many forms are sent without one being touched: they come when one is first focused. Until
 * then an input stands in, and what is typed in it is handed on.
 */
export function useLazyComboBoxes(autoFocus: boolean) {
  const ref = useRef<HTMLInputElement>(null)
  const [combos, setCombos] = useState(loaded)
  const [typed, setTyped] = useState<string>()
  const [isFocused, setIsFocused] = useState(autoFocus)
  const [isTakenOver, setIsTakenOver] = useState(false)
  useEffect(() => {
    const input = document.activeElement
    if (!isTakenOver || !(input instanceof HTMLInputElement)) return
    if (typed === undefined) input.select()
    else input.setSelectionRange(typed.length, typed.length)
    // Only in the moment of the change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isTakenOver])

  const takeOver = () => {
    setIsFocused(document.activeElement === ref.current)
    setIsTakenOver(document.activeElement === ref.current)
    setCombos(loaded)
  }
  return {
    combos,
    begun: { autoFocus: isFocused, ...(typed !== undefined && { begun: typed }) },
    typed,
    standIn: {
      ref,
      autoFocus,
      role: 'combobox',
      autoComplete: 'off',
      'aria-expanded': false,
      onPointerEnter: () => void load().catch(() => undefined),
      onFocus: () => loadChunkThen(load, takeOver),
      // What is typed next replaces the whole name.
      onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => typed === undefined && currentTarget.select(),
      onBlur: () => setTyped(undefined),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
      // What is typed is no choice yet.
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && typed !== undefined && event.preventDefault(),
    },
  } as const
}
