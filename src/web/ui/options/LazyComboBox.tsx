import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import * as classes from '#web/ui/theme/classes.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import type { ComboBox } from './ComboBox.tsx'
import { fieldAria, FieldFrame } from '#web/ui/fields/FieldFrame.tsx'
import { useLazyComboBoxes } from './useLazyComboBoxes.ts'

/** A `ComboBox` that comes when it is focused. */
export function LazyComboBox(props: ComponentProps<typeof ComboBox>) {
  const id = useId()
  const { combos, begun, typed, standIn } = useLazyComboBoxes(props.autoFocus ?? false)
  if (combos !== undefined) return <combos.ComboBox {...props} {...begun} />

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
          {...standIn}
          {...aria}
          name={name}
          disabled={isDisabled}
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ''}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        {/* Drawn only: the input opens the same list. */}
        <label htmlFor={id} aria-hidden="true" className={classes.fieldButton}>
          <ChevronDown size={16} />
        </label>
      </div>
    </FieldFrame>
  )
}
