import { useEffect, useState } from 'react'
import type { Key } from 'react-aria-components'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY, nameToCreate } from './OptionList.tsx'

interface ComboBoxTextOptions {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  onCreate: ((name: string) => void) | undefined
  initialText: string | undefined
}

/** The text of a combo box: the typed text, or else the label of the selected option. */
export function useComboBoxText({ options, value, onChange, onCreate, initialText }: ComboBoxTextOptions) {
  const chosen = options.find((option) => option.id === value)
  const [typed, setTyped] = useTyped(chosen, value)
  useInitialText(initialText, setTyped)
  const creating = onCreate && nameToCreate(typed ?? '', options)

  return {
    chosen,
    creating,
    isChosenShown: typed === undefined || typed === chosen?.label,
    comboBoxProps: {
      value: value ?? null,
      inputValue: typed ?? chosen?.label ?? '',
      onChange: (key: Key | null) => {
        setTyped(key === CREATE_KEY ? creating : undefined)
        if (key === CREATE_KEY) onCreate?.(creating ?? '')
        else if (key !== null && key !== value) onChange(String(key))
      },
      onInputChange: (text: string) => {
        setTyped(text)
        if (text === '' && value !== undefined) onChange(undefined)
      },
      onBlur: () => setTyped(undefined),
    },
  }
}

function useTyped(chosen: Option | undefined, value: string | undefined) {
  const [typed, setTyped] = useState<string>()
  // The initial selection does not clear the typed text, even if its option arrives later.
  const [lastChosen, setLastChosen] = useState(value)
  if (chosen !== undefined && chosen.id !== lastChosen) {
    setLastChosen(chosen.id)
    // The user has cleared the field to type something else.
    if (typed !== '') setTyped(undefined)
  }
  return [typed, setTyped] as const
}

/** Sets the text after the first render: React Aria filters the list only by changes after it has opened. */
export function useInitialText(initialText: string | undefined, setText: (text: string) => void) {
  useEffect(() => {
    if (initialText !== undefined) setText(initialText)
  }, [initialText, setText])
}
