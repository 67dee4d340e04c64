import type { KeyboardEvent } from 'react'
import { ComboBox, Group, Input, type Key, Label } from 'react-aria-components'
import { Tag } from '#web/ui/display/Tag.tsx'
import { AriaFieldNote } from '#web/ui/fields/AriaFieldNote.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { Option } from './OptionItem.tsx'
import { HighlightBest } from './HighlightBest.tsx'
import { CREATE_KEY, OptionList } from './OptionList.tsx'
import { findTypedOption, matchesTyped, nameToCreate } from './typed-option.ts'
import { UnknownTextNote } from './UnknownTextNote.tsx'
import { type Handover, useTypedText } from './useTypedText.ts'

interface TagFieldProps extends FieldText {
  options: readonly Option[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  onCreate?: (name: string) => void
  placeholder?: string
  autoFocus?: boolean
  /** Typed before this component had loaded. */
  handover?: Handover | undefined
}

/** Selects several of many options by typing. Backspace in the empty input removes the last one. */
export function TagField({ label, options, value, onChange, onCreate, help, error, ...props }: TagFieldProps) {
  const {
    typed = '',
    type,
    leave,
    question,
  } = useTypedText({
    choose(text) {
      const option = findTypedOption(text, options)
      if (option === undefined) return text.trim() === ''
      type(undefined)
      if (!value.includes(option.id)) onChange([...value, option.id])
      return true
    },
    create: onCreate && create,
    handover: props.handover,
  })
  const creating = onCreate && nameToCreate(typed, options)
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? [])
  function create(name: string) {
    type(undefined)
    onCreate?.(name)
  }
  const choose = (keys: Key[]) => {
    type(undefined)
    if (keys.includes(CREATE_KEY)) create(typed.trim())
    // Typing the name of a chosen tag does not remove it.
    else if (typed === '' || keys.length > value.length) onChange(keys.map(String))
  }
  const handleBackspace = ({ key }: KeyboardEvent) => {
    if (key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }

  return (
    <ComboBox
      selectionMode="multiple"
      value={value}
      onChange={choose}
      inputValue={typed}
      onInputChange={type}
      onBlur={() => leave()}
      allowsCustomValue
      defaultFilter={matchesTyped}
      autoFocus={props.autoFocus ?? false}
      isInvalid={error !== undefined || question !== undefined}
      menuTrigger="focus"
      allowsEmptyCollection
      className="grid gap-1.5"
    >
      <Label className={classes.label}>{label}</Label>
      <Group className={classes.tagGroup}>
        {chosen.map(({ id, label: name, color }) => (
          <Tag key={id} color={color} onRemove={() => onChange(value.filter((other) => other !== id))}>
            {name}
          </Tag>
        ))}
        <Input
          placeholder={chosen.length === 0 ? (props.placeholder ?? '') : ''}
          onKeyDown={handleBackspace}
          data-unknown={question && ''}
          className="min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </Group>
      {question === undefined ? <AriaFieldNote help={help} error={error} /> : <UnknownTextNote {...question} />}
      <HighlightBest best={typed === '' ? undefined : (findTypedOption(typed, options)?.id ?? 'first')} />
      <OptionList options={options} creating={creating} />
    </ComboBox>
  )
}
