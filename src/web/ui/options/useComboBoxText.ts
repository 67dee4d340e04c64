import { useEffect, useState } from 'react'
import type { Key } from 'react-aria-components'
import type { Option } from './OptionItem.tsx'
import { nameToCreate, CREATE_KEY } from './OptionList.tsx'

interface ComboBoxTextOptions {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  onCreate: ((name: string) => void) | undefined
  initialText: string | undefined
}

/** The text of a combo box: what is being typed, else the name of what is chosen, whoever chose it. */
export function useComboBoxText({ options, value, onChange, onCreate, initialText: begun }: ComboBoxTextOptions) {
  const chosen = options.find((option) => option.id === value)
  const [typed, setTyped] = useTyped(chosen, value)
  useInitialText(begun, setTyped)
  const creating = onCreate && nameToCreate(typed ?? '', options)

  return {
    chosen,
    creating,
    isChosenShown: typed === undefined || typed === chosen?.label,
    combo: {
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
  // What was chosen from the beginning is no news, however late its name comes.
  const [lastChosen, setLastChosen] = useState(value)
  if (chosen !== undefined && chosen.id !== lastChosen) {
    setLastChosen(chosen.id)
    // An emptied field is about to be typed into.
    if (typed !== '') setTyped(undefined)
  }
  return [typed, setTyped] as const
}

/** Hands on what was typed before the list was there: only what changes once it is open narrows it. */
export function useInitialText(begun: string | undefined, type: (text: string) => void) {
  useEffect(() => {
    if (begun !== undefined) type(begun)
  }, [begun, type])
}
