import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ComboBox as AriaComboBox, Group, Input, Label } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import * as classes from './classes.ts'
import { ColorDot } from './ColorDot.tsx'
import type { FieldText } from './FieldFrame.tsx'
import type { Option } from './OptionItem.tsx'
import { creatable, CREATE, OptionList } from './OptionList.tsx'

interface ComboBoxProps extends FieldText {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers to create what was typed and not found. */
  onCreate?: (name: string) => void
  placeholder?: string
  isDisabled?: boolean
}

/** One of many, found by typing. Emptying the text chooses none. */
export function ComboBox({ label, options, value, onChange, onCreate, help, error, ...props }: ComboBoxProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const creating = onCreate && creatable(typed, options)
  const color = options.find((option) => option.id === value)?.color

  return (
    <AriaComboBox
      isDisabled={props.isDisabled ?? false}
      value={value ?? null}
      onChange={(key) => (key === CREATE ? onCreate?.(typed.trim()) : onChange(key === null ? undefined : String(key)))}
      onInputChange={setTyped}
      isInvalid={error !== undefined}
      menuTrigger="focus"
      allowsEmptyCollection
      className="grid gap-1.5"
    >
      <Label className={classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} gap-2.5 pr-1`}>
        {color !== undefined && <ColorDot color={color} />}
        <Input
          placeholder={props.placeholder ?? ''}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        <Button aria-label={t('ui.showOptions')} className={classes.fieldButton}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </Group>
      <AriaNote help={help} error={error} />
      <OptionList options={options} creating={creating} />
    </AriaComboBox>
  )
}
