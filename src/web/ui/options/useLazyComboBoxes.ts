import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { useSelectOnFocus } from '#web/ui/fields/useSelectOnFocus.ts'
import { pressKeys } from '#web/ui/keyboard/type-ahead.ts'
import type * as ComboBoxes from './combo-boxes.ts'
import { useTypedTextLoader } from './typed-texts.ts'

let loaded: typeof ComboBoxes | undefined
const load = async () => (loaded ??= await import('./combo-boxes.ts'))

const ARROWS = ['ArrowDown', 'ArrowUp']

/**
 * Loads the combo boxes when one is first focused, because their code is large and many forms need none. Until then a
 * plain input replaces them. Focus, text and keys that it has received are passed on.
 */
export function useLazyComboBoxes(autoFocus: boolean) {
  const [comboBoxes, setComboBoxes] = useState(loaded)
  const [typed, setTyped] = useState<string>()
  const [isEntered, setIsEntered] = useState(false)
  const [hasFocus, setHasFocus] = useState(autoFocus)
  const keys = useRef<string[]>([])
  const selectOnFocus = useSelectOnFocus({ isActive: typed === undefined, isEveryClick: true })
  useEffect(() => {
    if (comboBoxes !== undefined) pressKeys(keys.current)
  }, [comboBoxes])

  useTypedTextLoader(comboBoxes === undefined && typed !== undefined ? load : undefined)

  return {
    comboBoxes,
    /** For the loaded component: it continues where the plain input was. */
    handoverProps: {
      autoFocus: hasFocus,
      handover: typed === undefined ? undefined : { text: typed, isEntered, isLeft: !hasFocus },
    },
    typed,
    inputProps: {
      autoFocus,
      role: 'combobox',
      autoComplete: 'off',
      'aria-expanded': false,
      onPointerEnter: () => void load().catch(() => undefined),
      ...selectOnFocus,
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        selectOnFocus.onFocus(event)
        setHasFocus(true)
        // At once, so that the combo box can take the text of a form that waits for `load`.
        loadChunkThen(load, () => flushSync(() => setComboBoxes(loaded)))
      },
      onBlur: () => {
        setHasFocus(false)
        keys.current = []
      },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setTyped(target.value)
        setIsEntered(false)
      },
      onKeyDown: (event: KeyboardEvent) => {
        // After an arrow key, Enter takes what it has highlighted.
        const entersText = event.key === 'Enter' && keys.current.length === 0
        if (entersText && typed !== undefined) setIsEntered(true)
        else if (event.key === 'Enter' || ARROWS.includes(event.key)) keys.current.push(event.key)
        else return
        event.preventDefault()
      },
      // A form does not save what could not be taken.
      'data-unknown': typed !== undefined && typed.trim() !== '' ? '' : undefined,
    },
  } as const
}
