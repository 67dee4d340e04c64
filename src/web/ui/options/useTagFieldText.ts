import type { KeyboardEvent } from 'react'
import type { Key } from 'react-aria-components'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY } from './OptionList.tsx'
import { findTypedOption, matchesTyped, suggestFor } from './typed-option.ts'
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
    choose(text) {
      const option = findTypedOption(text, options)
      if (option === undefined) return text.trim() === ''
      type(undefined)
      if (!value.includes(option.id)) onChange([...value, option.id])
      return true
    },
    create: onCreate && create,
    handover,
  })
  const { typed = '', type, leave, comeBack, question } = text

  return {
    question,
    ...suggestFor(typed, options, onCreate && CREATE_KEY),
    /** Removes the last tag. */
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
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
      onFocus: comeBack,
      onBlur: () => leave(),
    },
  }
}
