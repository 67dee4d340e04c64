import { useId } from 'react'
import { useFormats } from '#web/i18n/formats.ts'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { parseTime, TIME_LAYOUTS, toTimeString } from './date-parts.ts'
import { DateFieldFrame, DateInput } from './DateInput.tsx'

interface TimeFieldProps extends FieldText {
  /** `HH:MM`. Seconds and milliseconds may follow: they are kept until the user types. */
  value: string | null
  onChange: (value: string | null) => void
  autoFocus?: boolean
}

/** A time of day. */
export function TimeField({ label, value, onChange, autoFocus = false, ...note }: TimeFieldProps) {
  const id = useId()
  const { clock } = useFormats()
  return (
    <DateFieldFrame id={id} label={label} {...note}>
      <DateInput
        id={id}
        label={label}
        layout={TIME_LAYOUTS[clock]}
        value={value === null ? null : parseTime(value, clock)}
        onChange={(next) => onChange(next && toTimeString(next))}
        autoFocus={autoFocus}
      />
    </DateFieldFrame>
  )
}
