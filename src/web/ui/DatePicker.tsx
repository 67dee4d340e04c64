import type { CalendarDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { Button, Calendar, DatePicker as AriaDatePicker, Dialog, Group, Label, Popover } from 'react-aria-components'
import { AriaNote } from './AriaNote.tsx'
import { CalendarPanel } from './CalendarPanel.tsx'
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
        <Button className={classes.fieldButton}>
          <CalendarDays size={16} aria-hidden="true" />
        </Button>
      </Group>
      <AriaNote help={help} error={error} />
      <Popover offset={6} placement="bottom start" className={classes.popover}>
        <Dialog className="p-3 outline-none">
          <Calendar>
            <CalendarPanel />
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  )
}
