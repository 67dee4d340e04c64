import type { CalendarDate } from '@internationalized/date'
import { DateRangePicker as AriaDateRangePicker, Group, Label, RangeCalendar } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import { CalendarButton, CalendarPanel, CalendarPopover } from './CalendarPanel.tsx'
import * as classes from './classes.ts'
import { DateSegments } from './DateSegments.tsx'
import type { FieldText } from './FieldFrame.tsx'

interface DateRange {
  start: CalendarDate
  end: CalendarDate
}

interface DateRangePickerProps extends FieldText {
  value: DateRange | null
  onChange: (value: DateRange | null) => void
}

/** First and last day, both included. */
export function DateRangePicker({ label, value, onChange, help, error }: DateRangePickerProps) {
  return (
    <AriaDateRangePicker value={value} onChange={onChange} isInvalid={error !== undefined} className="grid gap-1.5">
      <Label className={classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} gap-1.5 pr-1`}>
        <DateSegments slot="start" />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <DateSegments slot="end" className="flex-1" />
        <CalendarButton />
      </Group>
      <AriaNote help={help} error={error} />
      <CalendarPopover>
        <RangeCalendar>
          <CalendarPanel />
        </RangeCalendar>
      </CalendarPopover>
    </AriaDateRangePicker>
  )
}
