import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Button, Label, Select as AriaSelect, SelectValue } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import * as classes from './classes.ts'
import type { FieldText } from './FieldFrame.tsx'
import type { Option } from './OptionItem.tsx'
import { OptionList } from './OptionList.tsx'

interface SelectProps extends FieldText {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string) => void
  placeholder?: string
  isDisabled?: boolean
  /** A `chip` says label and value in one line, for a toolbar. */
  look?: 'field' | 'chip'
}

/** One of a handful; what can be many is a `ComboBox`. */
export function Select({ look = 'field', label, options, value, onChange, help, error, ...props }: SelectProps) {
  const isChip = look === 'chip'
  return (
    <AriaSelect
      {...props}
      placeholder={props.placeholder ?? '–'}
      value={value ?? null}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={error !== undefined}
      className="group grid gap-1.5"
    >
      <Label className={isChip ? 'sr-only' : classes.label}>{label}</Label>
      <Button className={clsx(isChip ? classes.chip : `${classes.control} flex items-center gap-2 text-left`)}>
        {isChip && <span>{label}</span>}
        <SelectValue
          className={clsx(
            'flex min-w-0 flex-1 items-center gap-2.5 truncate data-placeholder:text-ink-3 [&_svg]:hidden',
            isChip && 'font-strong text-ink',
          )}
        />
        <ChevronDown size={16} aria-hidden="true" className="flex-none text-ink-3" />
      </Button>
      <AriaNote help={help} error={error} />
      <OptionList options={options} />
    </AriaSelect>
  )
}
