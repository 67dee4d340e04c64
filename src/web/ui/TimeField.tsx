import type { Time } from '@internationalized/date'
import { Label, TimeField as AriaTimeField } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import * as classes from './classes.ts'
import { DateSegments } from './DateSegments.tsx'
import type { FieldText } from './FieldFrame.tsx'

interface TimeFieldProps extends FieldText {
  value: Time | null
  onChange: (value: Time | null) => void
  autoFocus?: boolean
}

export function TimeField({ label, value, onChange, help, error, autoFocus = false }: TimeFieldProps) {
  return (
    <AriaTimeField
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      hourCycle={24}
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      className="grid gap-1.5"
    >
      <Label className={classes.label}>{label}</Label>
      <DateSegments className={classes.controlGroup} />
      <AriaNote help={help} error={error} />
    </AriaTimeField>
  )
}
