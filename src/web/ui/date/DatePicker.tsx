import { Suspense, useId } from 'react'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import type { FieldText } from '#web/ui/fields/FieldFrame.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { CalendarButton, loadCalendar } from './CalendarButton.tsx'
import { parseDate, toDateString } from './date-parts.ts'
import { DateFieldFrame, DateInput, useDateLayout } from './DateInput.tsx'

const DayCalendar = lazyComponent(() => loadCalendar().then((module) => ({ default: module.DayCalendar })))

interface DatePickerProps extends FieldText {
  /** `YYYY-MM-DD` */
  value: string | null
  onChange: (value: string | null) => void
}

/** A date, typed or picked in a calendar. */
export function DatePicker({ label, value, onChange, ...note }: DatePickerProps) {
  const id = useId()
  const { wasOpened, trigger, panel } = useLazyPanel(loadCalendar)
  return (
    <DateFieldFrame id={id} label={label} {...note} className="justify-between pr-1">
      <DateInput
        id={id}
        label={label}
        layout={useDateLayout()}
        value={value === null ? null : parseDate(value)}
        onChange={(next) => onChange(next && toDateString(next))}
      />
      <CalendarButton label={label} trigger={trigger} />
      {wasOpened && (
        <Suspense>
          <DayCalendar label={label} panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
    </DateFieldFrame>
  )
}
