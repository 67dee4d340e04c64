import { parseTime, type Time } from '@internationalized/date'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useTimeField } from 'react-aria/useTimeField'
import { useTimeFieldState } from 'react-stately/useTimeFieldState'
import { toLocale } from '#core/language.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { SegmentedField, useDraft, useReportedValue } from './DateSegments.tsx'

interface TimeFieldProps extends FieldText {
  /** `HH:MM`. Seconds and milliseconds may follow: they are kept until the user types. */
  value: string | null
  /** Called with `HH:MM`, or with null while a part is empty. */
  onChange: (value: string | null) => void
  autoFocus?: boolean
}

/** A time of day. */
export function TimeField({ label, value, onChange, autoFocus = false, help, error }: TimeFieldProps) {
  const { language } = useTranslation()
  const fieldRef = useRef<HTMLDivElement>(null)
  const draft = useDraft(value, onChange)
  const minute = draft.shown?.slice(0, 5)
  const time = useMemo(() => (minute === undefined ? null : parseTime(minute)), [minute])
  // Typing the time that is shown drops the seconds, too, although React Aria sees no change.
  const dropSeconds = ({ key }: KeyboardEvent) => {
    if (/^\d$/.test(key) && value !== null && value !== minute) onChange(value.slice(0, 5))
  }
  const props = {
    label,
    description: help,
    errorMessage: error,
    isInvalid: error !== undefined,
    autoFocus,
    value: time,
    onChange: (next: Time | null) => draft.change(next && next.toString().slice(0, 5)),
    onKeyDown: dropSeconds,
    locale: toLocale(language),
    hourCycle: 24,
    shouldForceLeadingZeros: true,
  } as const
  const state = useTimeFieldState(props)
  useReportedValue(state, value, draft)
  return <SegmentedField {...{ label, help, error, state, fieldRef }} aria={useTimeField(props, state, fieldRef)} />
}
