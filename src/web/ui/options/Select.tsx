import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { fieldAria, FieldFrame, type FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { OptionButton } from './OptionButton.tsx'
import type { Option } from './OptionItem.tsx'

interface SelectProps extends FieldText {
  options: readonly Option[]
  value: string | undefined
  onChange: (id: string) => void
  placeholder?: string
  isDisabled?: boolean
  /** `chip` shows label and value in one line, for a toolbar. */
  variant?: 'field' | 'chip'
}

/** For a few options; for many use a `ComboBox`. */
export function Select({
  variant = 'field',
  label,
  options,
  value,
  onChange,
  placeholder = '–',
  ...props
}: SelectProps) {
  const { isDisabled = false, ...note } = props
  const id = useId()
  const chosen = options.find((option) => option.id === value) ?? { id: '', label: placeholder }
  const list = {
    ...fieldAria(id, note),
    'aria-label': `${label}: ${chosen.label}`,
    label,
    options,
    value: [chosen.id],
    onChange: ([first = '']: string[]) => onChange(first),
    disabled: isDisabled,
  }

  if (variant === 'chip')
    return (
      <OptionButton {...list} className={classes.chip}>
        {label}
        <span className="truncate font-strong text-ink">{chosen.label}</span>
        <ChevronDown size={16} aria-hidden="true" className="flex-none text-ink-3" />
      </OptionButton>
    )
  return (
    <FieldFrame id={id} label={label} {...note}>
      <OptionButton {...list} className={`${classes.control} flex items-center gap-2.5 text-left`}>
        <SelectedOption option={chosen} />
        <ChevronDown size={16} aria-hidden="true" className="ml-auto flex-none text-ink-3" />
      </OptionButton>
    </FieldFrame>
  )
}

function SelectedOption({ option: { id, label, color, hint } }: { option: Option }) {
  return (
    <>
      {color !== undefined && <ColorDot color={color} />}
      <span className={clsx('truncate', id === '' && 'text-ink-3')}>{label}</span>
      {hint !== undefined && <span className="truncate text-ink-3">{hint}</span>}
    </>
  )
}
