import { useId } from 'react'
import { TIME_LAYOUT, toTimeString, parseTime } from './date-parts.ts'
import { DateInput, DateFieldFrame } from './DateInput.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'

interface TimeFieldProps extends FieldText {
  /** `HH:MM`; seconds and what is finer may follow, and stay. */
  value: string | null
  onChange: (value: string | null) => void
  autoFocus?: boolean
}

/** A time of day. */
export function TimeField({ label, value, onChange, autoFocus = false, ...note }: TimeFieldProps) {
  const id = useId()
  return (
    <DateFieldFrame id={id} label={label} {...note}>
      <DateInput
        id={id}
        label={label}
        layout={TIME_LAYOUT}
        value={value === null ? null : parseTime(value)}
        onChange={(next) => onChange(next && toTimeString(next, value))}
        autoFocus={autoFocus}
      />
    </DateFieldFrame>
  )
}
