import { useState } from 'react'
import type { Key } from 'react-aria-components'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY } from './OptionList.tsx'
import { findTypedOption, isPartOfName, matchesTyped, suggestFor } from './typed-option.ts'
import { type Handover, useTypedText } from './useTypedText.ts'

interface ComboBoxTextOptions {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  onCreate: ((name: string) => void) | undefined
  handover: Handover | undefined
}

/** The text of a combo box: the typed text, or else the label of the selected option. */
export function useComboBoxText({ options, value, onChange, onCreate, handover }: ComboBoxTextOptions) {
  const chosen = options.find((option) => option.id === value)
  const choose = (id: string) => {
    type(undefined)
    if (id !== value) onChange(id)
  }
  const text = useTypedText({
    find: (text, how) => (text === chosen?.label ? chosen : findTypedOption(text, options, how)),
    isPartOfName: (text) => isPartOfName(text, options),
    choose: ({ id }) => choose(id),
    create: onCreate,
    handover,
  })
  const { typed, type, createTyped, leave } = text
  useClearWhenChosen(chosen, value, text)
  const { creating, best } = suggestFor(typed, options, onCreate && CREATE_KEY)
  const chosenText = chosen?.label ?? ''
  const shownText = typed ?? chosenText
  const isChosenShown = shownText === chosenText

  return {
    chosen,
    creating,
    question: text.question,
    inputProps: text.inputProps,
    isChosenShown,
    best,
    comboBoxProps: {
      // React Aria would otherwise drop text that names no option.
      allowsCustomValue: true,
      defaultFilter: matchesTyped,
      // While another text is shown, Enter must not take the old choice, which an opened list would highlight.
      value: (isChosenShown && value) || null,
      inputValue: shownText,
      onChange: (key: Key | null) => {
        // Null stands for text that names no option.
        if (key === CREATE_KEY) createTyped(creating ?? '')
        else if (key !== null) choose(String(key))
      },
      onInputChange: (text: string) => {
        type(text)
        if (text === '' && value !== undefined) onChange(undefined)
      },
      onBlur: () => leave(),
    },
  }
}

/** The typed text ends when another option is chosen. */
function useClearWhenChosen(
  chosen: Option | undefined,
  value: string | undefined,
  { typed, type }: Pick<ReturnType<typeof useTypedText>, 'typed' | 'type'>,
) {
  // The initial selection does not clear the typed text, even if its option arrives later.
  const [lastChosen, setLastChosen] = useState(value)
  if (chosen === undefined || chosen.id === lastChosen) return
  setLastChosen(chosen.id)
  // The user has cleared the field to type something else.
  if (typed !== '') type(undefined)
}
