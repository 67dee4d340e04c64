import { ComboBox, Group, Input, Label } from 'react-aria-components'
import { Tag } from '#web/ui/display/Tag.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { ComboBoxNote } from './ComboBoxNote.tsx'
import type { Option } from './OptionItem.tsx'
import { HighlightBest } from './HighlightBest.tsx'
import { OptionList } from './OptionList.tsx'
import { useTagFieldText } from './useTagFieldText.ts'
import type { Handover } from './useTypedText.ts'

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
  const { handover } = props
  const { question, creating, best, inputProps, comboBoxProps } = useTagFieldText({
    options,
    value,
    onChange,
    onCreate,
    handover,
  })
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? [])

  return (
    <ComboBox
      {...comboBoxProps}
      selectionMode="multiple"
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
          {...inputProps}
          data-unknown={question && ''}
          className="min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
      </Group>
      <ComboBoxNote question={question} help={help} error={error} />
      <HighlightBest best={best} />
      <OptionList options={options} creating={creating} />
    </ComboBox>
  )
}
