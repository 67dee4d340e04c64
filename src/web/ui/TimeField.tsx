import { useId } from 'react'
import { TIME_LAYOUT, toClock, toClockNumbers } from './date-segments.ts'
import { DateSegments, SegmentsFrame } from './DateSegments.tsx'
import type { FieldText } from './FieldFrame.tsx'

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
    <SegmentsFrame id={id} label={label} {...note}>
      <DateSegments
        id={id}
        label={label}
        layout={TIME_LAYOUT}
        value={value === null ? null : toClockNumbers(value)}
        onChange={(next) => onChange(next && toClock(next, value))}
        autoFocus={autoFocus}
      />
    </SegmentsFrame>
  )
}
