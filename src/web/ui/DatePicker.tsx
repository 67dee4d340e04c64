import { lazy, Suspense, useId } from 'react'
import { CalendarButton, loadCalendar } from './CalendarButton.tsx'
import { DateSegments, SegmentsFrame, useDayLayout } from './DateSegments.tsx'
import { toDate, toNumbers } from './date-segments.ts'
import type { FieldText } from './FieldFrame.tsx'
import { usePanel } from './usePanel.ts'

const DayCalendar = lazy(() => loadCalendar().then((module) => ({ default: module.DayCalendar })))

interface DatePickerProps extends FieldText {
  /** `YYYY-MM-DD` */
  value: string | null
  onChange: (value: string | null) => void
}

/** A day, typed or picked. */
export function DatePicker({ label, value, onChange, ...note }: DatePickerProps) {
  const id = useId()
  const { isWanted, trigger, panel } = usePanel(loadCalendar)
  return (
    <SegmentsFrame id={id} label={label} {...note} className="justify-between pr-1">
      <DateSegments
        id={id}
        label={label}
        layout={useDayLayout()}
        value={value === null ? null : toNumbers(value)}
        onChange={(next) => onChange(next && toDate(next))}
      />
      <CalendarButton label={label} trigger={trigger} />
      {isWanted && (
        <Suspense>
          <DayCalendar label={label} panel={panel} value={value} onChange={onChange} />
        </Suspense>
      )}
    </SegmentsFrame>
  )
}
