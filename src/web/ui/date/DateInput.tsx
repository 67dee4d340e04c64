import { type ReactNode, useMemo } from 'react'
import { toLocale } from '#core/language.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { fieldAria, FieldFrame, type FieldText } from '#web/ui/fields/FieldFrame.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { dateLayout, type DatePartValues, isDatePart } from './date-parts.ts'
import { DatePartInput } from './DatePartInput.tsx'
import { useDateParts } from './useDateParts.ts'

interface DateFieldFrameProps extends FieldText {
  /** Id of the first input, which a click on the label focuses. */
  id: string
  className?: string
  children: ReactNode
}

/** Frame around the inputs of a date or time field. */
export function DateFieldFrame({ id, className = '', children, ...text }: DateFieldFrameProps) {
  const { 'aria-describedby': note, 'aria-invalid': isInvalid } = fieldAria(id, text)
  return (
    <FieldFrame id={id} {...text}>
      <div
        role="group"
        aria-label={text.label}
        aria-describedby={note}
        data-invalid={isInvalid}
        className={`${classes.controlGroup} ${className}`}
      >
        {children}
      </div>
    </FieldFrame>
  )
}

interface DateInputProps {
  id?: string
  label: string
  /** Date parts and the separators between them. */
  layout: readonly string[]
  value: DatePartValues | null
  /** Called with null while a part is empty or half typed. */
  onChange: (value: DatePartValues | null) => void
  autoFocus?: boolean
}

/** The parts of a date in the user's order. */
export function useDateLayout() {
  const { language } = useTranslation()
  const { dateOrder } = useFormats()
  return useMemo(() => dateLayout(toLocale(language), dateOrder), [language, dateOrder])
}

/** One input each for day, month and year, or for hour and minute. */
export function DateInput({ id, label, layout, value, onChange, autoFocus = false }: DateInputProps) {
  const types = layout.filter(isDatePart)
  const dateParts = useDateParts({ types, value, onChange })

  return (
    <div
      className="-ml-0.5 flex items-center tabular-nums"
      onFocus={() => dateParts.setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => dateParts.setHasFocus(currentTarget.contains(relatedTarget))}
    >
      {layout.map((part, index) =>
        isDatePart(part) ? (
          <DatePartInput
            key={part}
            type={part}
            label={label}
            dateParts={dateParts}
            {...(part === types[0] && { id, autoFocus })}
          />
        ) : (
          <span key={index} aria-hidden="true" className="text-ink-3">
            {part}
          </span>
        ),
      )}
    </div>
  )
}
