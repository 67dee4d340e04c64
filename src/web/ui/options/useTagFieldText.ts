import type { KeyboardEvent } from 'react'
import type { Key } from 'react-aria-components'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY } from './OptionList.tsx'
import { findTypedOption, isPartOfName, matchesTyped, suggestFor } from './typed-option.ts'
import { type Handover, useTypedText } from './useTypedText.ts'

interface TagFieldTextOptions {
  options: readonly Option[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  onCreate: ((name: string) => void) | undefined
  handover: Handover | undefined
}

/** The text of a field with tags. It is cleared when it has become one. */
export function useTagFieldText({ options, value, onChange, onCreate, handover }: TagFieldTextOptions) {
  const create = (name: string) => {
    type(undefined)
    onCreate?.(name)
  }
  const text = useTypedText({
    find: (text, how) => findTypedOption(text, options, how),
    isPartOfName: (text) => isPartOfName(text, options),
    choose({ id }) {
      type(undefined)
      if (!value.includes(id)) onChange([...value, id])
    },
    create: onCreate && create,
    handover,
  })
  const { typed = '', type, leave, question, inputProps } = text

  return {
    question,
    ...suggestFor(typed, options, onCreate && CREATE_KEY),
    inputProps: {
      ...inputProps,
      onKeyDown(event: KeyboardEvent) {
        inputProps.onKeyDown(event)
        // Removes the last tag.
        if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
      },
    },
    comboBoxProps: {
      // React Aria would otherwise drop text that names no option.
      allowsCustomValue: true,
      defaultFilter: matchesTyped,
      value,
      inputValue: typed,
      onChange: (keys: Key[]) => {
        type(undefined)
        if (keys.includes(CREATE_KEY)) create(typed.trim())
        // Typing the name of a chosen tag does not remove it.
        else if (typed === '' || keys.length > value.length) onChange(keys.map(String))
      },
      onInputChange: type,
      onBlur: () => leave(),
    },
  }
}
