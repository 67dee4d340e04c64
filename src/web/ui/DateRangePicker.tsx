import type { CalendarDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import {
  Button,
  DateRangePicker as AriaDateRangePicker,
  Dialog,
  Group,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
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
        <Button className={classes.fieldButton}>
          <CalendarDays size={16} aria-hidden="true" />
        </Button>
      </Group>
      <AriaNote help={help} error={error} />
      <Popover offset={6} placement="bottom start" className={classes.popover}>
        <Dialog className="p-3 outline-none">
          <RangeCalendar>
            <CalendarPanel />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </AriaDateRangePicker>
  )
}
