import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
  RangeCalendar as AriaRangeCalendar,
} from 'react-aria-components'
import { useFormats } from '#web/i18n/formats.ts'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import type { DateRange } from './date-parts.ts'
import styles from './CalendarPanel.module.css'

interface CalendarProps<Value> {
  label: string
  panel: PanelState
  value: Value | null
  onChange: (value: Value) => void
}

/** Picking a day closes the calendar. */
export function DayCalendar({ label, panel, value, onChange }: CalendarProps<string>) {
  const pick = (day: CalendarDate) => {
    onChange(day.toString())
    panel.onOpenChange(false)
  }
  return (
    <CalendarPopover label={label} panel={panel}>
      <Calendar
        autoFocus
        firstDayOfWeek={useFirstDay()}
        value={value === null ? null : parseDate(value)}
        onChange={pick}
      >
        <Month />
      </Calendar>
    </CalendarPopover>
  )
}

/** Picks the first and the last day of a range. */
export function RangeCalendar({ label, panel, value, onChange }: CalendarProps<DateRange>) {
  const pick = ({ start, end }: { start: CalendarDate; end: CalendarDate }) => {
    onChange({ start: start.toString(), end: end.toString() })
    panel.onOpenChange(false)
  }
  return (
    <CalendarPopover label={label} panel={panel}>
      <AriaRangeCalendar
        autoFocus
        firstDayOfWeek={useFirstDay()}
        value={value && { start: parseDate(value.start), end: parseDate(value.end) }}
        onChange={pick}
      >
        <Month />
      </AriaRangeCalendar>
    </CalendarPopover>
  )
}

const FIRST_DAYS = { monday: 'mon', sunday: 'sun', saturday: 'sat' } as const
const useFirstDay = () => FIRST_DAYS[useFormats().weekStart]

function CalendarPopover({ label, panel, children }: { label: string; panel: PanelState; children: ReactNode }) {
  return (
    <Popover {...panel} offset={6} placement="bottom start" className={classes.popover}>
      <Dialog aria-label={label} className="p-3 outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}

function Month() {
  return (
    <>
      <header className="mb-2 flex items-center gap-1">
        <Heading className="flex-1 pl-2 text-heading" />
        <Button slot="previous" className={classes.fieldButton}>
          <ChevronLeft size={17} aria-hidden="true" />
        </Button>
        <Button slot="next" className={classes.fieldButton}>
          <ChevronRight size={17} aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={`${styles['grid']} tabular-nums`}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-minimum font-medium text-ink-3">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={DAY} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  )
}

const DAY = `${styles['day']} grid size-9 cursor-default place-items-center text-secondary outline-none hover:bg-hover data-focus-visible:focus-ring`
