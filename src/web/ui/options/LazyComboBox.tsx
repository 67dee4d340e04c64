import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { fieldAria, FieldFrame } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import type { ComboBox } from './ComboBox.tsx'
import { useLazyComboBoxes } from './useLazyComboBoxes.ts'

/** A `ComboBox` that loads when it is focused. */
export function LazyComboBox(props: ComponentProps<typeof ComboBox>) {
  const id = useId()
  const { comboBoxes, handoverProps, typed, inputProps } = useLazyComboBoxes(props.autoFocus ?? false)
  if (comboBoxes !== undefined) return <comboBoxes.ComboBox {...props} {...handoverProps} />

  const { label, help, error, options, value, placeholder, isDisabled, name } = props
  const aria = fieldAria(id, { help, error })
  const chosen = options.find((option) => option.id === value)
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <div
        data-invalid={aria['aria-invalid']}
        data-disabled={isDisabled || undefined}
        className={`${classes.controlGroup} gap-2.5 pr-1`}
      >
        {chosen?.color !== undefined && typed === undefined && <ColorDot color={chosen.color} />}
        <input
          {...inputProps}
          {...aria}
          name={name}
          disabled={isDisabled}
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ''}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        {/* Decoration: the input opens the same list. */}
        <label htmlFor={id} aria-hidden="true" className={classes.fieldButton}>
          <ChevronDown size={16} />
        </label>
      </div>
    </FieldFrame>
  )
}
