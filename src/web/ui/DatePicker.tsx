import type { CalendarDate } from '@internationalized/date'
import { Calendar, DatePicker as AriaDatePicker, Group, Label } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import { CalendarButton, CalendarPanel, CalendarPopover } from './CalendarPanel.tsx'
import * as classes from './classes.ts'
import { DateSegments } from './DateSegments.tsx'
import type { FieldText } from './FieldFrame.tsx'

interface DatePickerProps extends FieldText {
  value: CalendarDate | null
  onChange: (value: CalendarDate | null) => void
}

/** A day, typed or picked. */
export function DatePicker({ label, value, onChange, help, error }: DatePickerProps) {
  return (
    <AriaDatePicker value={value} onChange={onChange} isInvalid={error !== undefined} className="grid gap-1.5">
      <Label className={classes.label}>{label}</Label>
      <Group className={`${classes.controlGroup} pr-1`}>
        <DateSegments className="flex-1" />
        <CalendarButton />
      </Group>
      <AriaNote help={help} error={error} />
      <CalendarPopover>
        <Calendar>
          <CalendarPanel />
        </Calendar>
      </CalendarPopover>
    </AriaDatePicker>
  )
}
