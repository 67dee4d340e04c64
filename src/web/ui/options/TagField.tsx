import { type KeyboardEvent, useState } from 'react'
import { ComboBox, Group, Input, type Key, Label } from 'react-aria-components'
import { Tag } from '#web/ui/display/Tag.tsx'
import { AriaFieldNote } from '#web/ui/fields/AriaFieldNote.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { Option } from './OptionItem.tsx'
import { CREATE_KEY, nameToCreate, OptionList } from './OptionList.tsx'
import { useInitialText } from './useComboBoxText.ts'

interface TagFieldProps extends FieldText {
  options: readonly Option[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  onCreate?: (name: string) => void
  placeholder?: string
  autoFocus?: boolean
  /** Text typed before this component had loaded. */
  initialText?: string | undefined
}

/** Selects several of many options by typing. Backspace in the empty input removes the last one. */
export function TagField({ label, options, value, onChange, onCreate, help, error, ...props }: TagFieldProps) {
  const [typed, setTyped] = useState('')
  useInitialText(props.initialText, setTyped)
  const creating = onCreate && nameToCreate(typed, options)
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? [])
  const choose = (keys: Key[]) => {
    setTyped('')
    if (keys.includes(CREATE_KEY)) onCreate?.(typed.trim())
    else onChange(keys.map(String))
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
      onInputChange={setTyped}
      autoFocus={props.autoFocus ?? false}
      isInvalid={error !== undefined}
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
          className="min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </Group>
      <AriaFieldNote help={help} error={error} />
      <OptionList options={options} creating={creating} />
    </ComboBox>
  )
}
