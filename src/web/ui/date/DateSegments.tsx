import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DateFieldAria, useDateSegment } from 'react-aria/useDateField'
import type { DateFieldState, DateSegment as SegmentData } from 'react-stately/useDateFieldState'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'

/** A year outside of these is still being typed. */
const [MIN_YEAR, MAX_YEAR] = [2000, 2100]
export const isPlausibleYear = (year: number) => year >= MIN_YEAR && year <= MAX_YEAR

interface SegmentedFieldProps extends FieldText {
  aria: DateFieldAria
  state: DateFieldState
  fieldRef: { current: HTMLDivElement | null }
  /** A button at the end. */
  children?: ReactNode
}

/** Label, the parts of a date or time in the order of the language, and help or error. */
export function SegmentedField({ label, help, error, aria, state, fieldRef, children }: SegmentedFieldProps) {
  return (
    <div className="grid gap-1.5">
      <span {...aria.labelProps} className={classes.label}>
        {label}
      </span>
      <div data-invalid={error !== undefined || undefined} className={`${classes.controlGroup} pr-1`}>
        <div {...aria.fieldProps} ref={fieldRef} onKeyDownCapture={handleKey} className={`${classes.segments} flex-1`}>
          {state.segments.map((segment, index) => (
            <Segment key={index} segment={segment} state={state} />
          ))}
        </div>
        {children}
      </div>
      {error === undefined ? (
        <div {...aria.descriptionProps} className={`${classes.help} empty:hidden`}>
          {help}
        </div>
      ) : (
        <p {...aria.errorMessageProps} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function Segment({ segment, state }: { segment: SegmentData; state: DateFieldState }) {
  const ref = useRef<HTMLSpanElement>(null)
  const { segmentProps } = useDateSegment(segment, state, ref)
  return (
    <span
      {...segmentProps}
      ref={ref}
      data-type={segment.type}
      data-placeholder={segment.isPlaceholder || undefined}
      className={classes.segment}
    >
      {segment.text}
    </span>
  )
}

/** A separator moves on, as in 9:30 or 31/12, and Enter submits the form: React Aria does neither. */
export function handleKey({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key === 'Enter') currentTarget.closest('form')?.requestSubmit()
  if (!/^[\s:/.-]$/.test(key) || !(target instanceof HTMLElement) || 'placeholder' in target.dataset) return
  const segments = [...currentTarget.querySelectorAll<HTMLElement>('[contenteditable]')]
  segments[segments.indexOf(target) + 1]?.focus()
}

/** Two digits become a year of this century once the focus is elsewhere. Returns props of an element around the year. */
export function useShortYear(state: Pick<DateFieldState, 'segments' | 'setSegment'> | null) {
  const [isFocused, setIsFocused] = useState(false)
  const year = state?.segments.find(({ type }) => type === 'year')?.value ?? MIN_YEAR
  const complete = useEffectEvent(() => state?.setSegment('year', MIN_YEAR + year))
  const isShort = !isFocused && year < 100
  useEffect(() => {
    if (isShort) complete()
  }, [isShort])
  return { onFocus: () => setIsFocused(true), onBlur: () => setIsFocused(false) }
}

/**
 * Keeps the value that a field shows while the form has none: a part is missing, or the year is half typed. React Aria
 * reports nothing in between, so a form would save the last valid value although the field shows another.
 */
export function useDraft(value: string | null, onChange: (value: string | null) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  if (value !== null && draft !== null) setDraft(null)
  const shown = value ?? draft
  return {
    shown,
    change: (next: string | null, isValid = true) => {
      setDraft(next)
      onChange(isValid ? next : null)
    },
  }
}

/** Reports null as soon as the segments show no valid value, and the value when they show it again. */
export function useReportedValue(state: DateFieldState, value: string | null, draft: ReturnType<typeof useDraft>) {
  const isComplete = state.segments.every(
    ({ type, value, isEditable }) => !isEditable || state.value?.[type as 'day'] === value,
  )
  const isValid = isComplete && isPlausibleYear(state.value!.year)
  const report = useEffectEvent((isValid: boolean) => {
    if (isValid !== (value !== null)) draft.change(draft.shown, isValid)
  })
  useEffect(() => report(isValid), [isValid])
}
