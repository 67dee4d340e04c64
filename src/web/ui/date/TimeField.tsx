import { useId } from 'react'
import { useFormats } from '#web/i18n/formats.ts'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { parseTime, TIME_LAYOUTS, toTimeString } from './date-parts.ts'
import { DateFieldFrame, DateInput } from './DateInput.tsx'

interface TimeInputProps {
  label: string
  /** `HH:MM`. Seconds and milliseconds may follow: they are kept until the user types. */
  value: string | null
  onChange: (value: string | null) => void
  id?: string
  autoFocus?: boolean
}

/** A time of day. */
export function TimeField({ label, help, error, ...input }: Omit<TimeInputProps, 'id'> & FieldText) {
  const id = useId()
  return (
    <DateFieldFrame id={id} label={label} help={help} error={error}>
      <TimeInput id={id} label={label} {...input} />
    </DateFieldFrame>
  )
}

/** The same without a visible label. */
export function TimeInput({ value, onChange, autoFocus = false, ...input }: TimeInputProps) {
  const { clock } = useFormats()
  return (
    <DateInput
      {...input}
      layout={TIME_LAYOUTS[clock]}
      value={value === null ? null : parseTime(value, clock)}
      onChange={(next) => onChange(next && toTimeString(next))}
      autoFocus={autoFocus}
    />
  )
}
