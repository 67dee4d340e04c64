import { Minus, Plus } from 'lucide-react'
import { Button, Group, Input, Label, NumberField as AriaNumberField } from 'react-aria-components'
import * as classes from '#web/ui/theme/classes.ts'
import { AriaFieldNote } from './AriaFieldNote.tsx'
import type { FieldText } from './FieldFrame.tsx'

interface NumberFieldProps extends FieldText {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** Shown after the number in the user's language. */
  unit?: 'minute' | 'hour' | 'percent'
  /** Another text already names the field on screen. */
  hasHiddenLabel?: boolean
}

export function NumberField({ label, hasHiddenLabel = false, value, onChange, ...props }: NumberFieldProps) {
  const { min, max, step, unit, help, error } = props
  return (
    <AriaNumberField
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      className="grid grid-cols-1 gap-1.5"
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      {...(step !== undefined && { step })}
      {...(unit !== undefined && { formatOptions: { style: 'unit', unit, unitDisplay: 'short' } })}
    >
      <Label className={hasHiddenLabel ? 'sr-only' : classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} pr-1`}>
        <Input className="min-w-0 flex-1 bg-transparent tabular-nums outline-none" />
        <Button slot="decrement" className={classes.fieldButton}>
          <Minus size={15} aria-hidden="true" />
        </Button>
        <Button slot="increment" className={classes.fieldButton}>
          <Plus size={15} aria-hidden="true" />
        </Button>
      </Group>
      <AriaFieldNote help={help} error={error} />
    </AriaNumberField>
  )
}
